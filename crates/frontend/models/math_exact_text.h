/* The functions of math_exact.c for one floating type; see math_each.h. */

/* What the engine computes as it is. */
#define EXACT1(name) REAL F(name)(REAL x) { return F(__because_##name)(x); }
EXACT1(fabs) EXACT1(floor) EXACT1(ceil) EXACT1(trunc) EXACT1(round) EXACT1(rint)
#undef EXACT1

#define EXACT2(name) REAL F(name)(REAL x, REAL y) { return F(__because_##name)(x, y); }
EXACT2(copysign) EXACT2(fmin) EXACT2(fmax)
#undef EXACT2

REAL F(fma)(REAL x, REAL y, REAL z) {
    return F(__because_fma)(x, y, z);
}

/* As rint: there are no exceptions to raise. */
REAL F(nearbyint)(REAL x) {
    return F(__because_rint)(x);
}

REAL F(roundeven)(REAL x) {
    int mode = __because_get_rounding();
    __because_set_rounding(0);
    REAL result = F(__because_rint)(x);
    __because_set_rounding(mode);
    return result;
}

#define TO_INTEGER(name, rounding, type, least)                                                          \
    type F(name)(REAL x) {                                                                               \
        REAL rounded = F(__because_##rounding)(x);                                                       \
        return rounded >= (REAL)(least) && rounded < -(REAL)(least) ? (type)rounded : (least);           \
    }
TO_INTEGER(lrint, rint, long, LONG_MIN)
TO_INTEGER(lround, round, long, LONG_MIN)
TO_INTEGER(llrint, rint, long long, LLONG_MIN)
TO_INTEGER(llround, round, long long, LLONG_MIN)
#undef TO_INTEGER

REAL F(sqrt)(REAL x) {
    if (x < 0)
        errno = EDOM;
    return F(__because_sqrt)(x);
}

REAL F(fmod)(REAL x, REAL y) {
    if (no_remainder(x, y))
        errno = EDOM;
    return F(__because_fmod)(x, y);
}

REAL F(remainder)(REAL x, REAL y) {
    if (no_remainder(x, y))
        errno = EDOM;
    return F(__because_remainder)(x, y);
}

REAL F(drem)(REAL x, REAL y) {
    return F(remainder)(x, y);
}

/* The remainder, and the last three bits of the rounded quotient with its sign. */
REAL F(remquo)(REAL x, REAL y, int *quotient) {
    REAL result = F(remainder)(x, y);
    *quotient = 0;
    if (result != result)
        return result;
    _Bool negative = (x < 0) != (y < 0);
    REAL a = F(__because_fabs)(x);
    REAL b = F(__because_fabs)(y);
    int bits = 0;
    if (b <= REAL_MAX / 8)
        a = F(__because_fmod)(a, 8 * b);
    if (b <= REAL_MAX / 4 && a >= 4 * b) {
        a -= 4 * b;
        bits += 4;
    }
    if (b <= REAL_MAX / 2 && a >= 2 * b) {
        a -= 2 * b;
        bits += 2;
    }
    /* What is left is less than 2b; a tie goes to the even quotient. */
    if (a > b - a || (a == b - a && bits % 2 == 1)) {
        a -= b;
        bits++;
        if (a > b - a || (a == b - a && bits % 2 == 1))
            bits++;
    }
    bits %= 8;
    *quotient = negative ? -bits : bits;
    return result;
}

REAL F(fdim)(REAL x, REAL y) {
    if (x <= y)
        return 0;
    REAL difference = x - y;
    if (difference > REAL_MAX && x <= REAL_MAX && y >= -REAL_MAX)
        errno = ERANGE;
    return difference;
}

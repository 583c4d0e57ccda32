/* The functions of math_parts.c for one floating type; see math_each.h. */

REAL F(nan)(const char *tag) {
    (void)tag;
    REAL_BITS u = QUIET_NAN;
    return u.value;
}

/* x as a number in [0.5, 1) times a power of two. */
REAL F(frexp)(REAL x, int *exponent) {
    REAL_BITS u = {x};
    *exponent = 0;
    if (x == 0 || STORED_EXPONENT(u) == TOP_EXPONENT)
        return x;
    if (STORED_EXPONENT(u) == 0) {
        u.value = x * OUT_OF_SUBNORMAL;
        *exponent = -OUT_OF_SUBNORMAL_BY;
    }
    *exponent += STORED_EXPONENT(u) - (MAX_EXPONENT - 1);
    SET_EXPONENT_OF_HALF(u);
    return u.value;
}

/* The exponent of x as a number in [1, 2) times a power of two. */
int F(ilogb)(REAL x) {
    REAL_BITS u = {x};
    int exponent;
    if (x == 0 || x != x) {
        errno = EDOM;
        return INT_MIN;
    }
    if (STORED_EXPONENT(u) == TOP_EXPONENT) {
        errno = EDOM;
        return INT_MAX;
    }
    F(frexp)(x, &exponent);
    return exponent - 1;
}

REAL F(logb)(REAL x) {
    REAL_BITS u = {x};
    int exponent;
    if (x == 0)
        return -INFINITE_REAL;
    if (STORED_EXPONENT(u) == TOP_EXPONENT)
        return x * x;
    F(frexp)(x, &exponent);
    return exponent - 1;
}

/*
 * x times two to the power n, rounded once: large steps are exact, and the last one towards zero leaves
 * enough bits above the subnormals.
 */
static REAL F(scale)(REAL x, long n) {
    REAL y = x;
    for (int i = 0; i < 2 && n > MAX_EXPONENT; i++) {
        y *= LARGEST_POWER;
        n -= MAX_EXPONENT;
    }
    if (n > MAX_EXPONENT)
        n = MAX_EXPONENT;
    for (int i = 0; i < 2 && n < 1 - MAX_EXPONENT; i++) {
        y *= SAFE_STEP_DOWN;
        n += SAFE_STEP_DOWN_BY;
    }
    if (n < 1 - MAX_EXPONENT)
        n = 1 - MAX_EXPONENT;
    REAL_BITS power = POWER_OF_TWO(n);
    y *= power.value;
    if (x == x && x != 0 && x <= REAL_MAX && x >= -REAL_MAX)
        if (y == 0 || y > REAL_MAX || y < -REAL_MAX)
            errno = ERANGE;
    return y;
}

REAL F(ldexp)(REAL x, int n) {
    return F(scale)(x, n);
}

REAL F(scalbn)(REAL x, int n) {
    return F(scale)(x, n);
}

REAL F(scalbln)(REAL x, long n) {
    return F(scale)(x, n);
}

/* The whole part goes to *whole; the result is the rest, with the same sign. */
REAL F(modf)(REAL x, REAL *whole) {
    *whole = F(__because_trunc)(x);
    if (x > REAL_MAX || x < -REAL_MAX)
        return F(__because_copysign)(0, x);
    return F(__because_copysign)(x - *whole, x);
}

#define NEXT(name, other)                                                                                \
    REAL F(name)(REAL x, other y) {                                                                      \
        if (x != x || y != y)                                                                            \
            return x + (REAL)y;                                                                          \
        if (x == y)                                                                                      \
            return (REAL)y;                                                                              \
        REAL next = F(step)(x, x < y);                                                                   \
        if (next > REAL_MAX || next < -REAL_MAX || (next > -REAL_MIN && next < REAL_MIN))                \
            errno = ERANGE;                                                                              \
        return next;                                                                                     \
    }
NEXT(nextafter, REAL)
NEXT(nexttoward, long double)
#undef NEXT

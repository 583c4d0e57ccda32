/* The functions of math_functions.c for one floating type; see math_each.h. */

static _Bool F(finite_number)(REAL x) {
    return x >= -REAL_MAX && x <= REAL_MAX;
}

static REAL F(judged)(REAL x, REAL result) {
    if (result != result && x == x)
        errno = EDOM;
    else if (F(finite_number)(x) && !F(finite_number)(result) && result == result)
        errno = ERANGE;
    return result;
}

#define JUDGED(name) REAL F(name)(REAL x) { return F(judged)(x, F(__because_##name)(x)); }
JUDGED(sin) JUDGED(cos) JUDGED(tan) JUDGED(asin) JUDGED(acos)
JUDGED(sinh) JUDGED(cosh) JUDGED(acosh) JUDGED(atanh)
JUDGED(expm1) JUDGED(log) JUDGED(log2) JUDGED(log10) JUDGED(log1p) JUDGED(tgamma)
#undef JUDGED

/* Every number has a result that is one. */
#define TOTAL(name) REAL F(name)(REAL x) { return F(__because_##name)(x); }
TOTAL(atan) TOTAL(tanh) TOTAL(asinh) TOTAL(cbrt) TOTAL(erf)
#undef TOTAL

/* These may also be too small. */
#define VANISHING(name)                                                                                  \
    REAL F(name)(REAL x) {                                                                               \
        REAL result = F(judged)(x, F(__because_##name)(x));                                              \
        if (result == 0 && F(finite_number)(x))                                                          \
            errno = ERANGE;                                                                              \
        return result;                                                                                   \
    }
VANISHING(exp) VANISHING(exp2) VANISHING(erfc)
#undef VANISHING

REAL F(lgamma)(REAL x) {
    /* Negative between -1 and 0, -3 and -2, and so on. */
    REAL whole = F(__because_floor)(x);
    _Bool odd = F(__because_fmod)(whole, 2) != 0;
    signgam = x < 0 && F(finite_number)(x) && whole != x && odd ? -1 : 1;
    return F(judged)(x, F(__because_lgamma)(x));
}

REAL F(gamma)(REAL x) {
    return F(lgamma)(x);
}

REAL F(atan2)(REAL y, REAL x) {
    return F(__because_atan2)(y, x);
}

REAL F(hypot)(REAL x, REAL y) {
    REAL result = F(__because_hypot)(x, y);
    if (F(finite_number)(x) && F(finite_number)(y) && !F(finite_number)(result))
        errno = ERANGE;
    return result;
}

REAL F(pow)(REAL x, REAL y) {
    REAL result = F(__because_pow)(x, y);
    if (F(finite_number)(x) && F(finite_number)(y)) {
        if (result != result)
            errno = EDOM;
        else if (!F(finite_number)(result) || (result == 0 && x != 0))
            errno = ERANGE;
    }
    return result;
}

void F(sincos)(REAL x, REAL *sine, REAL *cosine) {
    *sine = F(sin)(x);
    *cosine = F(cos)(x);
}

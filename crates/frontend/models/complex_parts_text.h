/* The functions of complex_parts.c for one floating type; see math_each.h. */

static REAL F(boxed)(REAL x) {
    return F(__because_copysign)(__builtin_isinf(x) ? 1 : 0, x);
}

static REAL F(without_nan)(REAL x) {
    return __builtin_isnan(x) ? F(__because_copysign)(0, x) : x;
}

static REAL _Complex F(made)(REAL x, REAL y) {
    REAL _Complex z;
    __real__ z = x;
    __imag__ z = y;
    return z;
}

/* (a + bi)(c + di), whose parts both came out as NaN. */
REAL _Complex F(__model_complex_product)(REAL a, REAL b, REAL c, REAL d) {
    _Bool again = 0;
    _Bool large = __builtin_isinf(a * c) || __builtin_isinf(b * d) || __builtin_isinf(a * d) || __builtin_isinf(b * c);
    if (__builtin_isinf(a) || __builtin_isinf(b)) {
        a = F(boxed)(a);
        b = F(boxed)(b);
        c = F(without_nan)(c);
        d = F(without_nan)(d);
        again = 1;
    }
    if (__builtin_isinf(c) || __builtin_isinf(d)) {
        c = F(boxed)(c);
        d = F(boxed)(d);
        a = F(without_nan)(a);
        b = F(without_nan)(b);
        again = 1;
    }
    if (!again && large) {
        a = F(without_nan)(a);
        b = F(without_nan)(b);
        c = F(without_nan)(c);
        d = F(without_nan)(d);
        again = 1;
    }
    if (!again)
        return F(made)(a * c - b * d, a * d + b * c);
    return F(made)(INFINITE_REAL * (a * c - b * d), INFINITE_REAL * (a * d + b * c));
}

/* Where both parts of a quotient are NaN although no operand says so. */
static REAL _Complex F(put_right)(REAL x, REAL y, REAL a, REAL b, REAL c, REAL d) {
    if (!__builtin_isnan(x) || !__builtin_isnan(y))
        return F(made)(x, y);
    if (c == 0 && d == 0 && (!__builtin_isnan(a) || !__builtin_isnan(b))) {
        REAL infinite = F(__because_copysign)(INFINITE_REAL, c);
        return F(made)(infinite * a, infinite * b);
    }
    if ((__builtin_isinf(a) || __builtin_isinf(b)) && __builtin_isfinite(c) && __builtin_isfinite(d)) {
        a = F(boxed)(a);
        b = F(boxed)(b);
        return F(made)(INFINITE_REAL * (a * c + b * d), INFINITE_REAL * (b * c - a * d));
    }
    if ((__builtin_isinf(c) || __builtin_isinf(d)) && __builtin_isfinite(a) && __builtin_isfinite(b)) {
        c = F(boxed)(c);
        d = F(boxed)(d);
        return F(made)(0 * (a * c + b * d), 0 * (b * c - a * d));
    }
    return F(made)(x, y);
}

/* (a + bi) / (c + di). */
REAL _Complex F(__model_complex_quotient)(REAL a, REAL b, REAL c, REAL d) {
    if (sizeof(REAL) < sizeof(double)) {
        double norm = (double)c * c + (double)d * d;
        REAL x = (REAL)(((double)a * c + (double)b * d) / norm);
        REAL y = (REAL)(((double)b * c - (double)a * d) / norm);
        return F(put_right)(x, y, a, b, c, d);
    }
    REAL large = REAL_MAX / 2;
    REAL tiny = REAL_EPSILON;
    REAL wide = large * tiny;
    _Bool swapped = F(__because_fabs)(c) < F(__because_fabs)(d);
    REAL most = F(__because_fabs)(swapped ? d : c);
    REAL scale = 1;
    if (most >= large)
        scale = (REAL)0.5;
    REAL size_a = F(__because_fabs)(a) * scale;
    REAL size_b = F(__because_fabs)(b) * scale;
    most = most * scale;
    if (most < tiny || (most < wide && ((size_a < REAL_MIN && size_b < wide) || (size_b < REAL_MIN && size_a < wide))))
        scale = scale / tiny;
    a = a * scale;
    b = b * scale;
    c = c * scale;
    d = d * scale;
    REAL x, y;
    if (swapped) {
        REAL ratio = c / d;
        REAL norm = c * ratio + d;
        _Bool normal = F(__because_fabs)(ratio) > REAL_MIN;
        x = ((normal ? a * ratio : c * (a / d)) + b) / norm;
        y = ((normal ? b * ratio : c * (b / d)) - a) / norm;
    } else {
        REAL ratio = d / c;
        REAL norm = d * ratio + c;
        _Bool normal = F(__because_fabs)(ratio) > REAL_MIN;
        x = ((normal ? b * ratio : d * (b / c)) + a) / norm;
        y = (b - (normal ? a * ratio : d * (a / c))) / norm;
    }
    return F(put_right)(x, y, a, b, c, d);
}

/* The functions of complex.c for one floating type; see math_each.h. */

REAL F(hypot)(REAL x, REAL y);
REAL F(atan2)(REAL y, REAL x);

REAL F(creal)(REAL _Complex z) {
    return __real__ z;
}

REAL F(cimag)(REAL _Complex z) {
    return __imag__ z;
}

REAL _Complex F(conj)(REAL _Complex z) {
    return ~z;
}

REAL F(cabs)(REAL _Complex z) {
    return F(hypot)(__real__ z, __imag__ z);
}

REAL F(carg)(REAL _Complex z) {
    return F(atan2)(__imag__ z, __real__ z);
}

/* The functions of math_classify.c that follow from the class and the sign, for one floating type; see math_each.h. */

int F(__isnan)(REAL x) {
    return F(__fpclassify)(x) == NOT_A_NUMBER;
}

int F(__isinf)(REAL x) {
    return F(__fpclassify)(x) != INFINITE ? 0 : F(__signbit)(x) ? -1 : 1;
}

int F(__finite)(REAL x) {
    return F(__fpclassify)(x) >= ZERO;
}

int F(isnan)(REAL x) {
    return F(__isnan)(x);
}

int F(isinf)(REAL x) {
    return F(__isinf)(x);
}

int F(finite)(REAL x) {
    return F(__finite)(x);
}

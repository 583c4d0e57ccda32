/*
 * Classification (C11 7.12.3): the functions that glibc's macros isnan, isinf, isfinite, signbit and
 * fpclassify call, and the BSD functions of the same names. The sign and the exponent are read from the bits,
 * so nothing here traps or depends on comparisons with a NaN. The numbers of the classes are glibc's.
 */
#include "math_model.h"

enum { NOT_A_NUMBER = 0, INFINITE = 1, ZERO = 2, SUBNORMAL = 3, NORMAL = 4 };

int __fpclassify(double x) {
    union __model_double u = {x};
    unsigned long long magnitude = u.bits & ~DOUBLE_SIGN;
    if (magnitude > DOUBLE_INFINITY)
        return NOT_A_NUMBER;
    if (magnitude == DOUBLE_INFINITY)
        return INFINITE;
    if (magnitude == 0)
        return ZERO;
    return magnitude >> 52 == 0 ? SUBNORMAL : NORMAL;
}

int __fpclassifyf(float x) {
    union __model_float u = {x};
    unsigned int magnitude = u.bits & ~FLOAT_SIGN;
    if (magnitude > FLOAT_INFINITY)
        return NOT_A_NUMBER;
    if (magnitude == FLOAT_INFINITY)
        return INFINITE;
    if (magnitude == 0)
        return ZERO;
    return magnitude >> 23 == 0 ? SUBNORMAL : NORMAL;
}

int __fpclassifyl(long double x) {
    union __model_long_double u = {x};
    int exponent = u.part.top & 0x7fff;
    unsigned long long mantissa = u.part.mantissa;
    if (exponent == 0x7fff)
        return mantissa == INTEGER_BIT ? INFINITE : NOT_A_NUMBER;
    if (exponent == 0)
        return mantissa == 0 ? ZERO : SUBNORMAL;
    return mantissa >= INTEGER_BIT ? NORMAL : NOT_A_NUMBER;
}

int __signbit(double x) {
    union __model_double u = {x};
    return (u.bits & DOUBLE_SIGN) != 0;
}

int __signbitf(float x) {
    union __model_float u = {x};
    return (u.bits & FLOAT_SIGN) != 0;
}

int __signbitl(long double x) {
    union __model_long_double u = {x};
    return (u.part.top & 0x8000) != 0;
}

#define BODY "math_classify_text.h"
#include "math_each.h"

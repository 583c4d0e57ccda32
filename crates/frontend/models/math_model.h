/*
 * The primitives of the engine for floating-point functions, and floating numbers as bits. A float is an IEEE
 * binary32, a double a binary64, a long double x87's 80-bit format with its explicit integer bit.
 */
#ifndef MATH_MODEL_H
#define MATH_MODEL_H

#include "because.h"

/* A primitive for each floating type. */
#define OF_ONE(name)                                                                                     \
    double __because_##name(double x);                                                                   \
    float __because_##name##f(float x);                                                                  \
    long double __because_##name##l(long double x);
#define OF_TWO(name)                                                                                     \
    double __because_##name(double x, double y);                                                         \
    float __because_##name##f(float x, float y);                                                         \
    long double __because_##name##l(long double x, long double y);
OF_ONE(fabs) OF_ONE(sqrt) OF_ONE(floor) OF_ONE(ceil) OF_ONE(trunc) OF_ONE(round) OF_ONE(rint)
OF_ONE(sin) OF_ONE(cos) OF_ONE(tan) OF_ONE(asin) OF_ONE(acos) OF_ONE(atan) OF_ONE(sinh) OF_ONE(cosh)
OF_ONE(tanh) OF_ONE(asinh) OF_ONE(acosh) OF_ONE(atanh) OF_ONE(exp) OF_ONE(exp2) OF_ONE(expm1)
OF_ONE(log) OF_ONE(log2) OF_ONE(log10) OF_ONE(log1p) OF_ONE(cbrt) OF_ONE(erf) OF_ONE(erfc)
OF_ONE(tgamma) OF_ONE(lgamma)
OF_TWO(copysign) OF_TWO(fmod) OF_TWO(remainder) OF_TWO(fmin) OF_TWO(fmax) OF_TWO(atan2) OF_TWO(pow)
OF_TWO(hypot)
#undef OF_ONE
#undef OF_TWO
double __because_fma(double x, double y, double z);
float __because_fmaf(float x, float y, float z);
long double __because_fmal(long double x, long double y, long double z);

union __model_double {
    double value;
    unsigned long long bits;
};

union __model_float {
    float value;
    unsigned int bits;
};

union __model_long_double {
    long double value;
    struct {
        unsigned long long mantissa;
        unsigned short top; /* sign and exponent */
    } part;
};

#define DOUBLE_SIGN 0x8000000000000000ULL
#define DOUBLE_INFINITY 0x7ff0000000000000ULL
#define FLOAT_SIGN 0x80000000U
#define FLOAT_INFINITY 0x7f800000U
#define INTEGER_BIT 0x8000000000000000ULL

#endif

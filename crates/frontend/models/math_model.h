/*
 * The primitives of the engine for floating-point functions, and floating numbers as bits. A float is an IEEE
 * binary32, a double a binary64, a long double x87's 80-bit format with its explicit integer bit.
 */
#ifndef MATH_MODEL_H
#define MATH_MODEL_H

#include "because.h"

double __because_fabs(double x);
float __because_fabsf(float x);
long double __because_fabsl(long double x);
double __because_sqrt(double x);
float __because_sqrtf(float x);
long double __because_sqrtl(long double x);
double __because_floor(double x);
float __because_floorf(float x);
long double __because_floorl(long double x);
double __because_ceil(double x);
float __because_ceilf(float x);
long double __because_ceill(long double x);
double __because_trunc(double x);
float __because_truncf(float x);
long double __because_truncl(long double x);
double __because_round(double x);
float __because_roundf(float x);
long double __because_roundl(long double x);
double __because_rint(double x);
float __because_rintf(float x);
long double __because_rintl(long double x);
double __because_sin(double x);
float __because_sinf(float x);
long double __because_sinl(long double x);
double __because_cos(double x);
float __because_cosf(float x);
long double __because_cosl(long double x);
double __because_tan(double x);
float __because_tanf(float x);
long double __because_tanl(long double x);
double __because_asin(double x);
float __because_asinf(float x);
long double __because_asinl(long double x);
double __because_acos(double x);
float __because_acosf(float x);
long double __because_acosl(long double x);
double __because_atan(double x);
float __because_atanf(float x);
long double __because_atanl(long double x);
double __because_sinh(double x);
float __because_sinhf(float x);
long double __because_sinhl(long double x);
double __because_cosh(double x);
float __because_coshf(float x);
long double __because_coshl(long double x);
double __because_tanh(double x);
float __because_tanhf(float x);
long double __because_tanhl(long double x);
double __because_asinh(double x);
float __because_asinhf(float x);
long double __because_asinhl(long double x);
double __because_acosh(double x);
float __because_acoshf(float x);
long double __because_acoshl(long double x);
double __because_atanh(double x);
float __because_atanhf(float x);
long double __because_atanhl(long double x);
double __because_exp(double x);
float __because_expf(float x);
long double __because_expl(long double x);
double __because_exp2(double x);
float __because_exp2f(float x);
long double __because_exp2l(long double x);
double __because_expm1(double x);
float __because_expm1f(float x);
long double __because_expm1l(long double x);
double __because_log(double x);
float __because_logf(float x);
long double __because_logl(long double x);
double __because_log2(double x);
float __because_log2f(float x);
long double __because_log2l(long double x);
double __because_log10(double x);
float __because_log10f(float x);
long double __because_log10l(long double x);
double __because_log1p(double x);
float __because_log1pf(float x);
long double __because_log1pl(long double x);
double __because_cbrt(double x);
float __because_cbrtf(float x);
long double __because_cbrtl(long double x);
double __because_erf(double x);
float __because_erff(float x);
long double __because_erfl(long double x);
double __because_erfc(double x);
float __because_erfcf(float x);
long double __because_erfcl(long double x);
double __because_tgamma(double x);
float __because_tgammaf(float x);
long double __because_tgammal(long double x);
double __because_lgamma(double x);
float __because_lgammaf(float x);
long double __because_lgammal(long double x);
double __because_copysign(double x, double y);
float __because_copysignf(float x, float y);
long double __because_copysignl(long double x, long double y);
double __because_fmod(double x, double y);
float __because_fmodf(float x, float y);
long double __because_fmodl(long double x, long double y);
double __because_remainder(double x, double y);
float __because_remainderf(float x, float y);
long double __because_remainderl(long double x, long double y);
double __because_fmin(double x, double y);
float __because_fminf(float x, float y);
long double __because_fminl(long double x, long double y);
double __because_fmax(double x, double y);
float __because_fmaxf(float x, float y);
long double __because_fmaxl(long double x, long double y);
double __because_atan2(double x, double y);
float __because_atan2f(float x, float y);
long double __because_atan2l(long double x, long double y);
double __because_pow(double x, double y);
float __because_powf(float x, float y);
long double __because_powl(long double x, long double y);
double __because_hypot(double x, double y);
float __because_hypotf(float x, float y);
long double __because_hypotl(long double x, long double y);
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

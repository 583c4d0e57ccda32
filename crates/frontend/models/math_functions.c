/*
 * The functions that IEEE 754 does not define exactly (C11 7.12.4 to 7.12.8): primitives, computed by the
 * engine. errno is set as in glibc: EDOM when numbers have no result, ERANGE when a finite argument has an
 * infinite one, and, for the exponential functions, when the result is too small to be anything but zero.
 */
#include "math_model.h"

int signgam;

static _Bool finite_number(double x) {
    return x >= -__DBL_MAX__ && x <= __DBL_MAX__;
}

static double judged(double x, double result) {
    if (result != result && x == x)
        errno = EDOM;
    else if (finite_number(x) && !finite_number(result) && result == result)
        errno = ERANGE;
    return result;
}

static _Bool finite_numberf(float x) {
    return x >= -__FLT_MAX__ && x <= __FLT_MAX__;
}

static float judgedf(float x, float result) {
    if (result != result && x == x)
        errno = EDOM;
    else if (finite_numberf(x) && !finite_numberf(result) && result == result)
        errno = ERANGE;
    return result;
}

static _Bool finite_numberl(long double x) {
    return x >= -__LDBL_MAX__ && x <= __LDBL_MAX__;
}

static long double judgedl(long double x, long double result) {
    if (result != result && x == x)
        errno = EDOM;
    else if (finite_numberl(x) && !finite_numberl(result) && result == result)
        errno = ERANGE;
    return result;
}

double sin(double x) {
    return judged(x, __because_sin(x));
}

float sinf(float x) {
    return judgedf(x, __because_sinf(x));
}

long double sinl(long double x) {
    return judgedl(x, __because_sinl(x));
}

double cos(double x) {
    return judged(x, __because_cos(x));
}

float cosf(float x) {
    return judgedf(x, __because_cosf(x));
}

long double cosl(long double x) {
    return judgedl(x, __because_cosl(x));
}

double tan(double x) {
    return judged(x, __because_tan(x));
}

float tanf(float x) {
    return judgedf(x, __because_tanf(x));
}

long double tanl(long double x) {
    return judgedl(x, __because_tanl(x));
}

double asin(double x) {
    return judged(x, __because_asin(x));
}

float asinf(float x) {
    return judgedf(x, __because_asinf(x));
}

long double asinl(long double x) {
    return judgedl(x, __because_asinl(x));
}

double acos(double x) {
    return judged(x, __because_acos(x));
}

float acosf(float x) {
    return judgedf(x, __because_acosf(x));
}

long double acosl(long double x) {
    return judgedl(x, __because_acosl(x));
}

double sinh(double x) {
    return judged(x, __because_sinh(x));
}

float sinhf(float x) {
    return judgedf(x, __because_sinhf(x));
}

long double sinhl(long double x) {
    return judgedl(x, __because_sinhl(x));
}

double cosh(double x) {
    return judged(x, __because_cosh(x));
}

float coshf(float x) {
    return judgedf(x, __because_coshf(x));
}

long double coshl(long double x) {
    return judgedl(x, __because_coshl(x));
}

double acosh(double x) {
    return judged(x, __because_acosh(x));
}

float acoshf(float x) {
    return judgedf(x, __because_acoshf(x));
}

long double acoshl(long double x) {
    return judgedl(x, __because_acoshl(x));
}

double atanh(double x) {
    return judged(x, __because_atanh(x));
}

float atanhf(float x) {
    return judgedf(x, __because_atanhf(x));
}

long double atanhl(long double x) {
    return judgedl(x, __because_atanhl(x));
}

double expm1(double x) {
    return judged(x, __because_expm1(x));
}

float expm1f(float x) {
    return judgedf(x, __because_expm1f(x));
}

long double expm1l(long double x) {
    return judgedl(x, __because_expm1l(x));
}

double log(double x) {
    return judged(x, __because_log(x));
}

float logf(float x) {
    return judgedf(x, __because_logf(x));
}

long double logl(long double x) {
    return judgedl(x, __because_logl(x));
}

double log2(double x) {
    return judged(x, __because_log2(x));
}

float log2f(float x) {
    return judgedf(x, __because_log2f(x));
}

long double log2l(long double x) {
    return judgedl(x, __because_log2l(x));
}

double log10(double x) {
    return judged(x, __because_log10(x));
}

float log10f(float x) {
    return judgedf(x, __because_log10f(x));
}

long double log10l(long double x) {
    return judgedl(x, __because_log10l(x));
}

double log1p(double x) {
    return judged(x, __because_log1p(x));
}

float log1pf(float x) {
    return judgedf(x, __because_log1pf(x));
}

long double log1pl(long double x) {
    return judgedl(x, __because_log1pl(x));
}

double tgamma(double x) {
    return judged(x, __because_tgamma(x));
}

float tgammaf(float x) {
    return judgedf(x, __because_tgammaf(x));
}

long double tgammal(long double x) {
    return judgedl(x, __because_tgammal(x));
}

double atan(double x) {
    return __because_atan(x);
}

float atanf(float x) {
    return __because_atanf(x);
}

long double atanl(long double x) {
    return __because_atanl(x);
}

double tanh(double x) {
    return __because_tanh(x);
}

float tanhf(float x) {
    return __because_tanhf(x);
}

long double tanhl(long double x) {
    return __because_tanhl(x);
}

double asinh(double x) {
    return __because_asinh(x);
}

float asinhf(float x) {
    return __because_asinhf(x);
}

long double asinhl(long double x) {
    return __because_asinhl(x);
}

double cbrt(double x) {
    return __because_cbrt(x);
}

float cbrtf(float x) {
    return __because_cbrtf(x);
}

long double cbrtl(long double x) {
    return __because_cbrtl(x);
}

double erf(double x) {
    return __because_erf(x);
}

float erff(float x) {
    return __because_erff(x);
}

long double erfl(long double x) {
    return __because_erfl(x);
}

double exp(double x) {
    double result = judged(x, __because_exp(x));
    if (result == 0 && finite_number(x))
        errno = ERANGE;
    return result;
}

float expf(float x) {
    float result = judgedf(x, __because_expf(x));
    if (result == 0 && finite_numberf(x))
        errno = ERANGE;
    return result;
}

long double expl(long double x) {
    long double result = judgedl(x, __because_expl(x));
    if (result == 0 && finite_numberl(x))
        errno = ERANGE;
    return result;
}

double exp2(double x) {
    double result = judged(x, __because_exp2(x));
    if (result == 0 && finite_number(x))
        errno = ERANGE;
    return result;
}

float exp2f(float x) {
    float result = judgedf(x, __because_exp2f(x));
    if (result == 0 && finite_numberf(x))
        errno = ERANGE;
    return result;
}

long double exp2l(long double x) {
    long double result = judgedl(x, __because_exp2l(x));
    if (result == 0 && finite_numberl(x))
        errno = ERANGE;
    return result;
}

double erfc(double x) {
    double result = judged(x, __because_erfc(x));
    if (result == 0 && finite_number(x))
        errno = ERANGE;
    return result;
}

float erfcf(float x) {
    float result = judgedf(x, __because_erfcf(x));
    if (result == 0 && finite_numberf(x))
        errno = ERANGE;
    return result;
}

long double erfcl(long double x) {
    long double result = judgedl(x, __because_erfcl(x));
    if (result == 0 && finite_numberl(x))
        errno = ERANGE;
    return result;
}

double lgamma(double x) {
    /* Negative between -1 and 0, -3 and -2, and so on. */
    double whole = __because_floor(x);
    _Bool odd = __because_fmod(whole, 2) != 0;
    signgam = x < 0 && finite_number(x) && whole != x && odd ? -1 : 1;
    return judged(x, __because_lgamma(x));
}

float lgammaf(float x) {
    /* Negative between -1 and 0, -3 and -2, and so on. */
    float whole = __because_floorf(x);
    _Bool odd = __because_fmodf(whole, 2) != 0;
    signgam = x < 0 && finite_numberf(x) && whole != x && odd ? -1 : 1;
    return judgedf(x, __because_lgammaf(x));
}

long double lgammal(long double x) {
    /* Negative between -1 and 0, -3 and -2, and so on. */
    long double whole = __because_floorl(x);
    _Bool odd = __because_fmodl(whole, 2) != 0;
    signgam = x < 0 && finite_numberl(x) && whole != x && odd ? -1 : 1;
    return judgedl(x, __because_lgammal(x));
}

double gamma(double x) {
    return lgamma(x);
}

float gammaf(float x) {
    return lgammaf(x);
}

long double gammal(long double x) {
    return lgammal(x);
}

double atan2(double y, double x) {
    return __because_atan2(y, x);
}

float atan2f(float y, float x) {
    return __because_atan2f(y, x);
}

long double atan2l(long double y, long double x) {
    return __because_atan2l(y, x);
}

double hypot(double x, double y) {
    double result = __because_hypot(x, y);
    if (finite_number(x) && finite_number(y) && !finite_number(result))
        errno = ERANGE;
    return result;
}

float hypotf(float x, float y) {
    float result = __because_hypotf(x, y);
    if (finite_numberf(x) && finite_numberf(y) && !finite_numberf(result))
        errno = ERANGE;
    return result;
}

long double hypotl(long double x, long double y) {
    long double result = __because_hypotl(x, y);
    if (finite_numberl(x) && finite_numberl(y) && !finite_numberl(result))
        errno = ERANGE;
    return result;
}

double pow(double x, double y) {
    double result = __because_pow(x, y);
    if (finite_number(x) && finite_number(y)) {
        if (result != result)
            errno = EDOM;
        else if (!finite_number(result) || (result == 0 && x != 0))
            errno = ERANGE;
    }
    return result;
}

float powf(float x, float y) {
    float result = __because_powf(x, y);
    if (finite_numberf(x) && finite_numberf(y)) {
        if (result != result)
            errno = EDOM;
        else if (!finite_numberf(result) || (result == 0 && x != 0))
            errno = ERANGE;
    }
    return result;
}

long double powl(long double x, long double y) {
    long double result = __because_powl(x, y);
    if (finite_numberl(x) && finite_numberl(y)) {
        if (result != result)
            errno = EDOM;
        else if (!finite_numberl(result) || (result == 0 && x != 0))
            errno = ERANGE;
    }
    return result;
}

void sincos(double x, double *sine, double *cosine) {
    *sine = sin(x);
    *cosine = cos(x);
}

void sincosf(float x, float *sine, float *cosine) {
    *sine = sinf(x);
    *cosine = cosf(x);
}

void sincosl(long double x, long double *sine, long double *cosine) {
    *sine = sinl(x);
    *cosine = cosl(x);
}

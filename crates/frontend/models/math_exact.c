/*
 * Functions that IEEE 754 defines exactly and the conversions to integers (C11 7.12.7.2, 7.12.7.5, 7.12.9 to
 * 7.12.13). Most are primitives; a value that does not fit the integer gives what x86's conversion gives, the
 * smallest integer. sqrt of a negative number, and a remainder that does not exist, set EDOM.
 */
#include "math_model.h"

/* Whether the remainder of x by y does not exist though both are numbers. */
static _Bool no_remainder(long double x, long double y) {
    _Bool infinite = x > __LDBL_MAX__ || x < -__LDBL_MAX__;
    return x == x && y == y && (infinite || y == 0);
}

double fabs(double x) {
    return __because_fabs(x);
}

float fabsf(float x) {
    return __because_fabsf(x);
}

long double fabsl(long double x) {
    return __because_fabsl(x);
}

double floor(double x) {
    return __because_floor(x);
}

float floorf(float x) {
    return __because_floorf(x);
}

long double floorl(long double x) {
    return __because_floorl(x);
}

double ceil(double x) {
    return __because_ceil(x);
}

float ceilf(float x) {
    return __because_ceilf(x);
}

long double ceill(long double x) {
    return __because_ceill(x);
}

double trunc(double x) {
    return __because_trunc(x);
}

float truncf(float x) {
    return __because_truncf(x);
}

long double truncl(long double x) {
    return __because_truncl(x);
}

double round(double x) {
    return __because_round(x);
}

float roundf(float x) {
    return __because_roundf(x);
}

long double roundl(long double x) {
    return __because_roundl(x);
}

double rint(double x) {
    return __because_rint(x);
}

float rintf(float x) {
    return __because_rintf(x);
}

long double rintl(long double x) {
    return __because_rintl(x);
}

/* As rint: there are no exceptions to raise. */
double nearbyint(double x) {
    return __because_rint(x);
}

float nearbyintf(float x) {
    return __because_rintf(x);
}

long double nearbyintl(long double x) {
    return __because_rintl(x);
}

double roundeven(double x) {
    int mode = __because_get_rounding();
    __because_set_rounding(0);
    double result = __because_rint(x);
    __because_set_rounding(mode);
    return result;
}

float roundevenf(float x) {
    int mode = __because_get_rounding();
    __because_set_rounding(0);
    float result = __because_rintf(x);
    __because_set_rounding(mode);
    return result;
}

long double roundevenl(long double x) {
    int mode = __because_get_rounding();
    __because_set_rounding(0);
    long double result = __because_rintl(x);
    __because_set_rounding(mode);
    return result;
}

long lrint(double x) {
    double rounded = __because_rint(x);
    return rounded >= (double)LONG_MIN && rounded < -(double)LONG_MIN ? (long)rounded : LONG_MIN;
}

long lrintf(float x) {
    float rounded = __because_rintf(x);
    return rounded >= (float)LONG_MIN && rounded < -(float)LONG_MIN ? (long)rounded : LONG_MIN;
}

long lrintl(long double x) {
    long double rounded = __because_rintl(x);
    return rounded >= (long double)LONG_MIN && rounded < -(long double)LONG_MIN
               ? (long)rounded : LONG_MIN;
}

long lround(double x) {
    double rounded = __because_round(x);
    return rounded >= (double)LONG_MIN && rounded < -(double)LONG_MIN ? (long)rounded : LONG_MIN;
}

long lroundf(float x) {
    float rounded = __because_roundf(x);
    return rounded >= (float)LONG_MIN && rounded < -(float)LONG_MIN ? (long)rounded : LONG_MIN;
}

long lroundl(long double x) {
    long double rounded = __because_roundl(x);
    return rounded >= (long double)LONG_MIN && rounded < -(long double)LONG_MIN
               ? (long)rounded : LONG_MIN;
}

long long llrint(double x) {
    double rounded = __because_rint(x);
    return rounded >= (double)LLONG_MIN && rounded < -(double)LLONG_MIN ? (long long)rounded : LLONG_MIN;
}

long long llrintf(float x) {
    float rounded = __because_rintf(x);
    return rounded >= (float)LLONG_MIN && rounded < -(float)LLONG_MIN ? (long long)rounded : LLONG_MIN;
}

long long llrintl(long double x) {
    long double rounded = __because_rintl(x);
    return rounded >= (long double)LLONG_MIN && rounded < -(long double)LLONG_MIN
               ? (long long)rounded : LLONG_MIN;
}

long long llround(double x) {
    double rounded = __because_round(x);
    return rounded >= (double)LLONG_MIN && rounded < -(double)LLONG_MIN ? (long long)rounded : LLONG_MIN;
}

long long llroundf(float x) {
    float rounded = __because_roundf(x);
    return rounded >= (float)LLONG_MIN && rounded < -(float)LLONG_MIN ? (long long)rounded : LLONG_MIN;
}

long long llroundl(long double x) {
    long double rounded = __because_roundl(x);
    return rounded >= (long double)LLONG_MIN && rounded < -(long double)LLONG_MIN
               ? (long long)rounded : LLONG_MIN;
}

double sqrt(double x) {
    if (x < 0)
        errno = EDOM;
    return __because_sqrt(x);
}

float sqrtf(float x) {
    if (x < 0)
        errno = EDOM;
    return __because_sqrtf(x);
}

long double sqrtl(long double x) {
    if (x < 0)
        errno = EDOM;
    return __because_sqrtl(x);
}

double fmod(double x, double y) {
    if (no_remainder(x, y))
        errno = EDOM;
    return __because_fmod(x, y);
}

float fmodf(float x, float y) {
    if (no_remainder(x, y))
        errno = EDOM;
    return __because_fmodf(x, y);
}

long double fmodl(long double x, long double y) {
    if (no_remainder(x, y))
        errno = EDOM;
    return __because_fmodl(x, y);
}

double remainder(double x, double y) {
    if (no_remainder(x, y))
        errno = EDOM;
    return __because_remainder(x, y);
}

float remainderf(float x, float y) {
    if (no_remainder(x, y))
        errno = EDOM;
    return __because_remainderf(x, y);
}

long double remainderl(long double x, long double y) {
    if (no_remainder(x, y))
        errno = EDOM;
    return __because_remainderl(x, y);
}

double drem(double x, double y) {
    return remainder(x, y);
}

float dremf(float x, float y) {
    return remainderf(x, y);
}

long double dreml(long double x, long double y) {
    return remainderl(x, y);
}

/* The remainder, and the last three bits of the rounded quotient with its sign. */
double remquo(double x, double y, int *quotient) {
    double result = remainder(x, y);
    *quotient = 0;
    if (result != result)
        return result;
    _Bool negative = (x < 0) != (y < 0);
    double a = __because_fabs(x);
    double b = __because_fabs(y);
    int bits = 0;
    if (b <= __DBL_MAX__ / 8)
        a = __because_fmod(a, 8 * b);
    if (b <= __DBL_MAX__ / 4 && a >= 4 * b) {
        a -= 4 * b;
        bits += 4;
    }
    if (b <= __DBL_MAX__ / 2 && a >= 2 * b) {
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

float remquof(float x, float y, int *quotient) {
    float result = remainderf(x, y);
    *quotient = 0;
    if (result != result)
        return result;
    _Bool negative = (x < 0) != (y < 0);
    float a = __because_fabsf(x);
    float b = __because_fabsf(y);
    int bits = 0;
    if (b <= __FLT_MAX__ / 8)
        a = __because_fmodf(a, 8 * b);
    if (b <= __FLT_MAX__ / 4 && a >= 4 * b) {
        a -= 4 * b;
        bits += 4;
    }
    if (b <= __FLT_MAX__ / 2 && a >= 2 * b) {
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

long double remquol(long double x, long double y, int *quotient) {
    long double result = remainderl(x, y);
    *quotient = 0;
    if (result != result)
        return result;
    _Bool negative = (x < 0) != (y < 0);
    long double a = __because_fabsl(x);
    long double b = __because_fabsl(y);
    int bits = 0;
    if (b <= __LDBL_MAX__ / 8)
        a = __because_fmodl(a, 8 * b);
    if (b <= __LDBL_MAX__ / 4 && a >= 4 * b) {
        a -= 4 * b;
        bits += 4;
    }
    if (b <= __LDBL_MAX__ / 2 && a >= 2 * b) {
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

double copysign(double x, double y) {
    return __because_copysign(x, y);
}

float copysignf(float x, float y) {
    return __because_copysignf(x, y);
}

long double copysignl(long double x, long double y) {
    return __because_copysignl(x, y);
}

double fmin(double x, double y) {
    return __because_fmin(x, y);
}

float fminf(float x, float y) {
    return __because_fminf(x, y);
}

long double fminl(long double x, long double y) {
    return __because_fminl(x, y);
}

double fmax(double x, double y) {
    return __because_fmax(x, y);
}

float fmaxf(float x, float y) {
    return __because_fmaxf(x, y);
}

long double fmaxl(long double x, long double y) {
    return __because_fmaxl(x, y);
}

double fdim(double x, double y) {
    if (x <= y)
        return 0;
    double difference = x - y;
    if (difference > __DBL_MAX__ && x <= __DBL_MAX__ && y >= -__DBL_MAX__)
        errno = ERANGE;
    return difference;
}

float fdimf(float x, float y) {
    if (x <= y)
        return 0;
    float difference = x - y;
    if (difference > __FLT_MAX__ && x <= __FLT_MAX__ && y >= -__FLT_MAX__)
        errno = ERANGE;
    return difference;
}

long double fdiml(long double x, long double y) {
    if (x <= y)
        return 0;
    long double difference = x - y;
    if (difference > __LDBL_MAX__ && x <= __LDBL_MAX__ && y >= -__LDBL_MAX__)
        errno = ERANGE;
    return difference;
}

double fma(double x, double y, double z) {
    return __because_fma(x, y, z);
}

float fmaf(float x, float y, float z) {
    return __because_fmaf(x, y, z);
}

long double fmal(long double x, long double y, long double z) {
    return __because_fmal(x, y, z);
}

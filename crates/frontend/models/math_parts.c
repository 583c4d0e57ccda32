/*
 * Taking floating numbers apart and putting them together (C11 7.12.6, 7.12.11.3, 7.12.11.4): all exact, all
 * on the bits.
 */
#include "math_model.h"

double nan(const char *tag) {
    (void)tag;
    union __model_double u = {.bits = 0x7ff8000000000000ULL};
    return u.value;
}

float nanf(const char *tag) {
    (void)tag;
    union __model_float u = {.bits = 0x7fc00000U};
    return u.value;
}

long double nanl(const char *tag) {
    (void)tag;
    union __model_long_double u = {.part = {0xc000000000000000ULL, 0x7fff}};
    return u.value;
}

/* x as a number in [0.5, 1) times a power of two. */
double frexp(double x, int *exponent) {
    union __model_double u = {x};
    *exponent = 0;
    if (x == 0 || ((int)(u.bits >> 52 & 0x7ff)) == 0x7ff)
        return x;
    if (((int)(u.bits >> 52 & 0x7ff)) == 0) {
        u.value = x * 0x1p54;
        *exponent = -54;
    }
    *exponent += ((int)(u.bits >> 52 & 0x7ff)) - 1022;
    u.bits = (u.bits & ~DOUBLE_INFINITY) | 0x3fe0000000000000ULL;
    return u.value;
}

float frexpf(float x, int *exponent) {
    union __model_float u = {x};
    *exponent = 0;
    if (x == 0 || ((int)(u.bits >> 23 & 0xff)) == 0xff)
        return x;
    if (((int)(u.bits >> 23 & 0xff)) == 0) {
        u.value = x * 0x1p25f;
        *exponent = -25;
    }
    *exponent += ((int)(u.bits >> 23 & 0xff)) - 126;
    u.bits = (u.bits & ~FLOAT_INFINITY) | 0x3f000000U;
    return u.value;
}

long double frexpl(long double x, int *exponent) {
    union __model_long_double u = {x};
    *exponent = 0;
    if (x == 0 || (u.part.top & 0x7fff) == 0x7fff)
        return x;
    if ((u.part.top & 0x7fff) == 0) {
        u.value = x * 0x1p65L;
        *exponent = -65;
    }
    *exponent += (u.part.top & 0x7fff) - 16382;
    u.part.top = (unsigned short)((u.part.top & 0x8000) | 0x3ffe);
    return u.value;
}

/* The exponent of x as a number in [1, 2) times a power of two. */
int ilogb(double x) {
    union __model_double u = {x};
    int exponent;
    if (x == 0 || x != x) {
        errno = EDOM;
        return INT_MIN;
    }
    if (((int)(u.bits >> 52 & 0x7ff)) == 0x7ff) {
        errno = EDOM;
        return INT_MAX;
    }
    frexp(x, &exponent);
    return exponent - 1;
}

double logb(double x) {
    union __model_double u = {x};
    int exponent;
    if (x == 0)
        return -__builtin_inf();
    if (((int)(u.bits >> 52 & 0x7ff)) == 0x7ff)
        return x * x;
    frexp(x, &exponent);
    return exponent - 1;
}

int ilogbf(float x) {
    union __model_float u = {x};
    int exponent;
    if (x == 0 || x != x) {
        errno = EDOM;
        return INT_MIN;
    }
    if (((int)(u.bits >> 23 & 0xff)) == 0xff) {
        errno = EDOM;
        return INT_MAX;
    }
    frexpf(x, &exponent);
    return exponent - 1;
}

float logbf(float x) {
    union __model_float u = {x};
    int exponent;
    if (x == 0)
        return -__builtin_inff();
    if (((int)(u.bits >> 23 & 0xff)) == 0xff)
        return x * x;
    frexpf(x, &exponent);
    return exponent - 1;
}

int ilogbl(long double x) {
    union __model_long_double u = {x};
    int exponent;
    if (x == 0 || x != x) {
        errno = EDOM;
        return INT_MIN;
    }
    if ((u.part.top & 0x7fff) == 0x7fff) {
        errno = EDOM;
        return INT_MAX;
    }
    frexpl(x, &exponent);
    return exponent - 1;
}

long double logbl(long double x) {
    union __model_long_double u = {x};
    int exponent;
    if (x == 0)
        return -__builtin_infl();
    if ((u.part.top & 0x7fff) == 0x7fff)
        return x * x;
    frexpl(x, &exponent);
    return exponent - 1;
}

/*
 * x times two to the power n, rounded once: large steps are exact, and the last one towards zero leaves
 * enough bits above the subnormals.
 */
static double scale(double x, long n) {
    double y = x;
    for (int i = 0; i < 2 && n > 1023; i++) {
        y *= 0x1p1023;
        n -= 1023;
    }
    if (n > 1023)
        n = 1023;
    for (int i = 0; i < 2 && n < -1022; i++) {
        y *= 0x1p-969;
        n += 969;
    }
    if (n < -1022)
        n = -1022;
    union __model_double power = {.bits = (unsigned long long)(n + 1023) << 52};
    y *= power.value;
    if (x == x && x != 0 && x <= __DBL_MAX__ && x >= -__DBL_MAX__)
        if (y == 0 || y > __DBL_MAX__ || y < -__DBL_MAX__)
            errno = ERANGE;
    return y;
}

static float scalef(float x, long n) {
    float y = x;
    for (int i = 0; i < 2 && n > 127; i++) {
        y *= 0x1p127f;
        n -= 127;
    }
    if (n > 127)
        n = 127;
    for (int i = 0; i < 2 && n < -126; i++) {
        y *= 0x1p-102f;
        n += 102;
    }
    if (n < -126)
        n = -126;
    union __model_float power = {.bits = (unsigned int)(n + 127) << 23};
    y *= power.value;
    if (x == x && x != 0 && x <= __FLT_MAX__ && x >= -__FLT_MAX__)
        if (y == 0 || y > __FLT_MAX__ || y < -__FLT_MAX__)
            errno = ERANGE;
    return y;
}

static long double scalel(long double x, long n) {
    long double y = x;
    for (int i = 0; i < 2 && n > 16383; i++) {
        y *= 0x1p16383L;
        n -= 16383;
    }
    if (n > 16383)
        n = 16383;
    for (int i = 0; i < 2 && n < -16382; i++) {
        y *= 0x1p-16319L;
        n += 16319;
    }
    if (n < -16382)
        n = -16382;
    union __model_long_double power = {.part = {INTEGER_BIT, (unsigned short)(n + 16383)}};
    y *= power.value;
    if (x == x && x != 0 && x <= __LDBL_MAX__ && x >= -__LDBL_MAX__)
        if (y == 0 || y > __LDBL_MAX__ || y < -__LDBL_MAX__)
            errno = ERANGE;
    return y;
}

double ldexp(double x, int n) {
    return scale(x, n);
}

float ldexpf(float x, int n) {
    return scalef(x, n);
}

long double ldexpl(long double x, int n) {
    return scalel(x, n);
}

double scalbn(double x, int n) {
    return scale(x, n);
}

float scalbnf(float x, int n) {
    return scalef(x, n);
}

long double scalbnl(long double x, int n) {
    return scalel(x, n);
}

double scalbln(double x, long n) {
    return scale(x, n);
}

float scalblnf(float x, long n) {
    return scalef(x, n);
}

long double scalblnl(long double x, long n) {
    return scalel(x, n);
}

/* The whole part goes to *whole; the result is the rest, with the same sign. */
double modf(double x, double *whole) {
    *whole = __because_trunc(x);
    if (x > __DBL_MAX__ || x < -__DBL_MAX__)
        return __because_copysign(0, x);
    return __because_copysign(x - *whole, x);
}

float modff(float x, float *whole) {
    *whole = __because_truncf(x);
    if (x > __FLT_MAX__ || x < -__FLT_MAX__)
        return __because_copysignf(0, x);
    return __because_copysignf(x - *whole, x);
}

long double modfl(long double x, long double *whole) {
    *whole = __because_truncl(x);
    if (x > __LDBL_MAX__ || x < -__LDBL_MAX__)
        return __because_copysignl(0, x);
    return __because_copysignl(x - *whole, x);
}

/* The neighbour of x towards y: the next number in bits, since the bits are in order of magnitude. */
static double step(double x, _Bool up) {
    union __model_double u = {x};
    if (x == 0)
        u.bits = up ? 1 : DOUBLE_SIGN | 1;
    else if ((x > 0) == up)
        u.bits++;
    else
        u.bits--;
    return u.value;
}

static float stepf(float x, _Bool up) {
    union __model_float u = {x};
    if (x == 0)
        u.bits = up ? 1 : FLOAT_SIGN | 1;
    else if ((x > 0) == up)
        u.bits++;
    else
        u.bits--;
    return u.value;
}

static long double stepl(long double x, _Bool up) {
    union __model_long_double u = {x};
    if (x == 0) {
        u.part.mantissa = 1;
        u.part.top = up ? 0 : 0x8000;
    } else if ((x > 0) == up) {
        if (u.part.mantissa == 0xffffffffffffffffULL) {
            u.part.mantissa = INTEGER_BIT;
            u.part.top++;
        } else {
            u.part.mantissa++;
            /* The largest subnormal is followed by the smallest normal number. */
            if (u.part.mantissa == INTEGER_BIT && (u.part.top & 0x7fff) == 0)
                u.part.top++;
        }
    } else if (u.part.mantissa == INTEGER_BIT) {
        u.part.top--;
        u.part.mantissa = (u.part.top & 0x7fff) == 0 ? INTEGER_BIT - 1 : 0xffffffffffffffffULL;
    } else {
        u.part.mantissa--;
    }
    return u.value;
}

double nextafter(double x, double y) {
    if (x != x || y != y)
        return x + (double)y;
    if (x == y)
        return (double)y;
    double next = step(x, x < y);
    if (next > __DBL_MAX__ || next < -__DBL_MAX__ || (next > -__DBL_MIN__ && next < __DBL_MIN__))
        errno = ERANGE;
    return next;
}

float nextafterf(float x, float y) {
    if (x != x || y != y)
        return x + (float)y;
    if (x == y)
        return (float)y;
    float next = stepf(x, x < y);
    if (next > __FLT_MAX__ || next < -__FLT_MAX__ || (next > -__FLT_MIN__ && next < __FLT_MIN__))
        errno = ERANGE;
    return next;
}

long double nextafterl(long double x, long double y) {
    if (x != x || y != y)
        return x + (long double)y;
    if (x == y)
        return (long double)y;
    long double next = stepl(x, x < y);
    if (next > __LDBL_MAX__ || next < -__LDBL_MAX__ || (next > -__LDBL_MIN__ && next < __LDBL_MIN__))
        errno = ERANGE;
    return next;
}

double nexttoward(double x, long double y) {
    if (x != x || y != y)
        return x + (double)y;
    if (x == y)
        return (double)y;
    double next = step(x, x < y);
    if (next > __DBL_MAX__ || next < -__DBL_MAX__ || (next > -__DBL_MIN__ && next < __DBL_MIN__))
        errno = ERANGE;
    return next;
}

float nexttowardf(float x, long double y) {
    if (x != x || y != y)
        return x + (float)y;
    if (x == y)
        return (float)y;
    float next = stepf(x, x < y);
    if (next > __FLT_MAX__ || next < -__FLT_MAX__ || (next > -__FLT_MIN__ && next < __FLT_MIN__))
        errno = ERANGE;
    return next;
}

long double nexttowardl(long double x, long double y) {
    if (x != x || y != y)
        return x + (long double)y;
    if (x == y)
        return (long double)y;
    long double next = stepl(x, x < y);
    if (next > __LDBL_MAX__ || next < -__LDBL_MAX__ || (next > -__LDBL_MIN__ && next < __LDBL_MIN__))
        errno = ERANGE;
    return next;
}

/*
 * Text to floating types (C11 7.22.1.2, 7.22.1.3). The conversion is a primitive, correctly rounded in the
 * current rounding mode. ERANGE is set when a finite number became infinite or a number that is not zero
 * became zero or subnormal; glibc leaves errno alone for the few subnormal results that are exact.
 */
#include "because.h"

/* Whether the number that starts at s has a digit other than zero before its exponent: it is not zero. */
static _Bool has_nonzero_digit(const char *s, const char *end) {
    _Bool hex = 0;
    for (; s != end; s++) {
        if (*s == 'x' || *s == 'X')
            hex = 1;
        else if (*s == 'p' || *s == 'P' || (!hex && (*s == 'e' || *s == 'E')))
            return 0;
        else if ((*s >= '1' && *s <= '9') || (hex && ((*s >= 'a' && *s <= 'f') || (*s >= 'A' && *s <= 'F'))))
            return 1;
    }
    return 0;
}

/* The words inf and nan have neither zeros nor a digit above: a range error needs one. */
#define CONVERT(type, primitive, smallest, largest)                                                         \
    char *stop = NULL;                                                                                      \
    type value = primitive(s, &stop);                                                                       \
    if (end != NULL)                                                                                        \
        *end = stop;                                                                                        \
    if ((value > -(smallest) && value < (smallest)) || value > (largest) || value < -(largest))             \
        if (has_nonzero_digit(s, stop))                                                                     \
            errno = ERANGE;                                                                                 \
    return value

double strtod(const char *restrict s, char **restrict end) {
    CONVERT(double, __because_strtod, __DBL_MIN__, __DBL_MAX__);
}

float strtof(const char *restrict s, char **restrict end) {
    CONVERT(float, __because_strtof, __FLT_MIN__, __FLT_MAX__);
}

long double strtold(const char *restrict s, char **restrict end) {
    CONVERT(long double, __because_strtold, __LDBL_MIN__, __LDBL_MAX__);
}

double atof(const char *s) {
    return strtod(s, NULL);
}

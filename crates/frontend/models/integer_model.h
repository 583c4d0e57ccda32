/*
 * What stdlib_convert.c offers to the other models that read integers.
 */
#ifndef INTEGER_MODEL_H
#define INTEGER_MODEL_H

#include "because.h"

/* An integer as it was written: its sign, and its value unless that is too large for uintmax_t. */
struct __model_integer {
    _Bool negative;
    _Bool too_large;
    uintmax_t value;
};

/*
 * Reads what strtol reads; *end is where it stops, or s if there is no number. With `binary`, base 0 and 2
 * accept 0b as C23 does.
 */
struct __model_integer __model_read_integer(const char *s, char **end, int base, _Bool binary);

/* The value for a signed or unsigned type with the given limits; sets errno when it does not fit. */
intmax_t __model_signed(struct __model_integer number, intmax_t min, intmax_t max);
uintmax_t __model_unsigned(struct __model_integer number, uintmax_t max);

#endif

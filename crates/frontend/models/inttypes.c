/*
 * inttypes.h (C11 7.8.2): the functions for the widest integers.
 */
#include "integer_model.h"

#define INTMAX_MAX __INTMAX_MAX__
#define INTMAX_MIN (-INTMAX_MAX - 1)

typedef struct {
    intmax_t quot;
    intmax_t rem;
} imaxdiv_t;

intmax_t imaxabs(intmax_t n) {
    __because_check(n != INTMAX_MIN, "imaxabs argument is not the smallest intmax_t");
    return n < 0 ? -n : n;
}

imaxdiv_t imaxdiv(intmax_t numerator, intmax_t denominator) {
    __because_check(denominator != 0, "imaxdiv denominator is not zero");
    imaxdiv_t result = {numerator / denominator, numerator % denominator};
    return result;
}

intmax_t strtoimax(const char *restrict s, char **restrict end, int base) {
    return __model_signed(__model_read_integer(s, end, base, 0), INTMAX_MIN, INTMAX_MAX);
}

uintmax_t strtoumax(const char *restrict s, char **restrict end, int base) {
    return __model_unsigned(__model_read_integer(s, end, base, 0), (uintmax_t)-1);
}

intmax_t __isoc23_strtoimax(const char *restrict s, char **restrict end, int base) {
    return __model_signed(__model_read_integer(s, end, base, 1), INTMAX_MIN, INTMAX_MAX);
}

uintmax_t __isoc23_strtoumax(const char *restrict s, char **restrict end, int base) {
    return __model_unsigned(__model_read_integer(s, end, base, 1), (uintmax_t)-1);
}

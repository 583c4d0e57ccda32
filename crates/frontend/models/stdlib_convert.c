/*
 * Text to integers (C11 7.22.1): the strtol family, and atoi and its relatives, which here as in glibc are
 * strtol without the questions. A value out of range gives the nearest limit and ERANGE; an unsigned function
 * negates in its own type when there is a minus sign. The __isoc23 names, which newer headers use, also
 * accept binary numbers.
 */
#include "integer_model.h"

static int digit_value(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z')
        return c - 'A' + 10;
    return 99;
}

struct __model_integer __model_read_integer(const char *s, char **end, int base, _Bool binary) {
    struct __model_integer number = {0, 0, 0};
    size_t i = 0;
    if (end != NULL)
        *end = (char *)s;
    if (base < 0 || base == 1 || base > 36) {
        errno = EINVAL;
        return number;
    }
    while (s[i] == ' ' || (s[i] >= '\t' && s[i] <= '\r'))
        i++;
    if (s[i] == '-' || s[i] == '+') {
        number.negative = s[i] == '-';
        i++;
    }
    if (s[i] == '0') {
        char mark = s[i + 1];
        if ((base == 0 || base == 16) && (mark == 'x' || mark == 'X') && digit_value(s[i + 2]) < 16) {
            base = 16;
            i += 2;
        } else if (binary && (base == 0 || base == 2) && (mark == 'b' || mark == 'B')
                   && digit_value(s[i + 2]) < 2) {
            base = 2;
            i += 2;
        } else if (base == 0) {
            base = 8;
        }
    } else if (base == 0) {
        base = 10;
    }
    _Bool any = 0;
    for (;;) {
        int digit = digit_value(s[i]);
        if (digit >= base)
            break;
        any = 1;
        if (number.value > ((uintmax_t)-1 - (uintmax_t)digit) / (uintmax_t)base)
            number.too_large = 1;
        else if (!number.too_large)
            number.value = number.value * (uintmax_t)base + (uintmax_t)digit;
        i++;
    }
    if (any && end != NULL)
        *end = (char *)(s + i);
    return number;
}

intmax_t __model_signed(struct __model_integer number, intmax_t min, intmax_t max) {
    if (number.negative) {
        /* -(min + 1) + 1 without leaving the range. */
        uintmax_t limit = (uintmax_t)(-(min + 1)) + 1;
        if (number.too_large || number.value > limit) {
            errno = ERANGE;
            return min;
        }
        return number.value == limit ? min : -(intmax_t)number.value;
    }
    if (number.too_large || number.value > (uintmax_t)max) {
        errno = ERANGE;
        return max;
    }
    return (intmax_t)number.value;
}

uintmax_t __model_unsigned(struct __model_integer number, uintmax_t max) {
    if (number.too_large || number.value > max) {
        errno = ERANGE;
        return max;
    }
    if (number.negative && number.value != 0)
        return max - number.value + 1;
    return number.value;
}

/* With binary, `0b` begins a number of base 2. */
#define STRTOL_FAMILY(prefix, binary)                                                                   \
    long prefix##strtol(const char *restrict s, char **restrict end, int base) {                        \
        return (long)__model_signed(__model_read_integer(s, end, base, binary), LONG_MIN, LONG_MAX);    \
    }                                                                                                   \
    long long prefix##strtoll(const char *restrict s, char **restrict end, int base) {                  \
        return (long long)__model_signed(__model_read_integer(s, end, base, binary), LLONG_MIN, LLONG_MAX);\
    }                                                                                                   \
    unsigned long prefix##strtoul(const char *restrict s, char **restrict end, int base) {              \
        return (unsigned long)__model_unsigned(__model_read_integer(s, end, base, binary), ULONG_MAX);  \
    }                                                                                                   \
    unsigned long long prefix##strtoull(const char *restrict s, char **restrict end, int base) {        \
        return (unsigned long long)__model_unsigned(__model_read_integer(s, end, base, binary), ULLONG_MAX);\
    }
STRTOL_FAMILY(, 0)
STRTOL_FAMILY(__isoc23_, 1)

long long strtoq(const char *restrict s, char **restrict end, int base) {
    return strtoll(s, end, base);
}

unsigned long long strtouq(const char *restrict s, char **restrict end, int base) {
    return strtoull(s, end, base);
}

long __strtol_internal(const char *restrict s, char **restrict end, int base, int group) {
    (void)group;
    return strtol(s, end, base);
}

/* glibc's atoi is (int)strtol: a value out of int's range keeps its low bits. */
int atoi(const char *s) {
    return (int)strtol(s, NULL, 10);
}

long atol(const char *s) {
    return strtol(s, NULL, 10);
}

long long atoll(const char *s) {
    return strtoll(s, NULL, 10);
}

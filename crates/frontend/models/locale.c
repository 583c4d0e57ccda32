/*
 * The one locale is "C" (C11 7.11). Asking for the environment's choice, "", gives it too: the environment
 * is empty.
 */
#include "because.h"

struct lconv;

/* The host's struct lconv, whose last members have other names in some dialects. */
struct __model_lconv {
    char *decimal_point;
    char *thousands_sep;
    char *grouping;
    char *int_curr_symbol;
    char *currency_symbol;
    char *mon_decimal_point;
    char *mon_thousands_sep;
    char *mon_grouping;
    char *positive_sign;
    char *negative_sign;
    /* "C" leaves each of these open. */
    char int_frac_digits;
    char frac_digits;
    char p_cs_precedes;
    char p_sep_by_space;
    char n_cs_precedes;
    char n_sep_by_space;
    char p_sign_posn;
    char n_sign_posn;
    char int_p_cs_precedes;
    char int_p_sep_by_space;
    char int_n_cs_precedes;
    char int_n_sep_by_space;
    char int_p_sign_posn;
    char int_n_sign_posn;
};

#define OPEN 127

char *setlocale(int category, const char *name) {
    if (category < 0 || category > 12) {
        errno = EINVAL;
        return NULL;
    }
    if (name == NULL || name[0] == '\0')
        return "C";
    if (name[0] == 'C' && name[1] == '\0')
        return "C";
    const char *posix = "POSIX";
    for (size_t i = 0; i < 6; i++)
        if (name[i] != posix[i])
            return NULL;
    return "C";
}

struct lconv *localeconv(void) {
    static struct __model_lconv c = {
        ".",  "",   "",   "",   "",   "",   "",   "",   "",   "",   OPEN, OPEN,
        OPEN, OPEN, OPEN, OPEN, OPEN, OPEN, OPEN, OPEN, OPEN, OPEN, OPEN, OPEN,
    };
    return (struct lconv *)&c;
}

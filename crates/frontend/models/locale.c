/*
 * The one locale is "C" (C11 7.11). Asking for the environment's choice, "", gives it too: the environment
 * is empty.
 */
#include "because.h"

struct lconv {
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
    /* Fourteen numbers, each of which "C" leaves open. */
    char numbers[14];
};

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
    static struct lconv c = {".", "", "", "", "", "", "", "", "", "", {0}};
    for (int i = 0; i < 14; i++)
        c.numbers[i] = 127;
    return &c;
}

/*
 * CBMC's names for comparisons of floating numbers that are quiet about NaN, and for infinity.
 */
#include "because.h"

#define COMPARISONS(suffix, type) \
    _Bool __CPROVER_isgreater##suffix(type x, type y) { return __builtin_isgreater(x, y); } \
    _Bool __CPROVER_isgreaterequal##suffix(type x, type y) { return __builtin_isgreaterequal(x, y); } \
    _Bool __CPROVER_isless##suffix(type x, type y) { return __builtin_isless(x, y); } \
    _Bool __CPROVER_islessequal##suffix(type x, type y) { return __builtin_islessequal(x, y); } \
    _Bool __CPROVER_islessgreater##suffix(type x, type y) { return __builtin_islessgreater(x, y); } \
    _Bool __CPROVER_isunordered##suffix(type x, type y) { return __builtin_isunordered(x, y); }

COMPARISONS(f, float)
COMPARISONS(d, double)

double __CPROVER_inf(void) {
    return __builtin_inf();
}

float __CPROVER_inff(void) {
    return __builtin_inff();
}

long double __CPROVER_infl(void) {
    return __builtin_infl();
}

/*
 * CBMC's names for comparisons of floating numbers that are quiet about NaN, and for infinity.
 */
#include "because.h"

_Bool __CPROVER_isgreaterf(float x, float y) {
    return __builtin_isgreater(x, y);
}

_Bool __CPROVER_isgreaterequalf(float x, float y) {
    return __builtin_isgreaterequal(x, y);
}

_Bool __CPROVER_islessf(float x, float y) {
    return __builtin_isless(x, y);
}

_Bool __CPROVER_islessequalf(float x, float y) {
    return __builtin_islessequal(x, y);
}

_Bool __CPROVER_islessgreaterf(float x, float y) {
    return __builtin_islessgreater(x, y);
}

_Bool __CPROVER_isunorderedf(float x, float y) {
    return __builtin_isunordered(x, y);
}

_Bool __CPROVER_isgreaterd(double x, double y) {
    return __builtin_isgreater(x, y);
}

_Bool __CPROVER_isgreaterequald(double x, double y) {
    return __builtin_isgreaterequal(x, y);
}

_Bool __CPROVER_islessd(double x, double y) {
    return __builtin_isless(x, y);
}

_Bool __CPROVER_islessequald(double x, double y) {
    return __builtin_islessequal(x, y);
}

_Bool __CPROVER_islessgreaterd(double x, double y) {
    return __builtin_islessgreater(x, y);
}

_Bool __CPROVER_isunorderedd(double x, double y) {
    return __builtin_isunordered(x, y);
}

double __CPROVER_inf(void) {
    return __builtin_inf();
}

float __CPROVER_inff(void) {
    return __builtin_inff();
}

long double __CPROVER_infl(void) {
    return __builtin_infl();
}

/*
 * The floating-point environment (C11 7.6): rounding directions, with x86's numbers for them. Exceptions are
 * not recorded: raising and clearing do nothing, testing finds none, and a program that asks which ones
 * there were is told that this is not supported.
 */
#include "because.h"

#define TONEAREST 0x000
#define DOWNWARD 0x400
#define UPWARD 0x800
#define TOWARDZERO 0xc00

int fegetround(void) {
    switch (__because_get_rounding()) {
    case 1:
        return DOWNWARD;
    case 2:
        return UPWARD;
    case 3:
        return TOWARDZERO;
    default:
        return TONEAREST;
    }
}

int fesetround(int direction) {
    switch (direction) {
    case TONEAREST:
        __because_set_rounding(0);
        return 0;
    case DOWNWARD:
        __because_set_rounding(1);
        return 0;
    case UPWARD:
        __because_set_rounding(2);
        return 0;
    case TOWARDZERO:
        __because_set_rounding(3);
        return 0;
    default:
        return 1;
    }
}

/* glibc's <float.h> asks for FLT_ROUNDS through a builtin; some headers call this. */
int __flt_rounds(void) {
    switch (__because_get_rounding()) {
    case 1:
        return 3;
    case 2:
        return 2;
    case 3:
        return 0;
    default:
        return 1;
    }
}

int feclearexcept(int exceptions) {
    (void)exceptions;
    return 0;
}

int feraiseexcept(int exceptions) {
    (void)exceptions;
    return 0;
}

int fetestexcept(int exceptions) {
    (void)exceptions;
    __because_unsupported("fetestexcept");
    return 0;
}

/*
 * Functions that IEEE 754 defines exactly and the conversions to integers (C11 7.12.7.2, 7.12.7.5, 7.12.9 to
 * 7.12.13). Most are primitives; a value that does not fit the integer gives what x86's conversion gives, the
 * smallest integer. sqrt of a negative number, and a remainder that does not exist, set EDOM.
 */
#include "math_model.h"

/* Whether the remainder of x by y does not exist though both are numbers. */
static _Bool no_remainder(long double x, long double y) {
    _Bool infinite = x > __LDBL_MAX__ || x < -__LDBL_MAX__;
    return x == x && y == y && (infinite || y == 0);
}

#define BODY "math_exact_text.h"
#include "math_each.h"

/*
 * The functions that IEEE 754 does not define exactly (C11 7.12.4 to 7.12.8): primitives, computed by the
 * engine. errno is set as in glibc: EDOM when numbers have no result, ERANGE when a finite argument has an
 * infinite one, and, for the exponential functions, when the result is too small to be anything but zero.
 */
#include "math_model.h"

int signgam;

#define BODY "math_functions_text.h"
#include "math_each.h"

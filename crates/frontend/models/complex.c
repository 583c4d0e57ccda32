/*
 * Complex numbers (C11 7.3): the functions that only look at the parts, and those that real functions compute.
 */
#include "because.h"

#define BODY "complex_text.h"
#include "math_each.h"

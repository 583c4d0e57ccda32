/*
 * Products and quotients of complex numbers where the plain formulas are not what compilers make of them (C11 G.5.1), as
 * in GCC's library: quotients by the larger part of the divisor, and infinities that came out as NaN.
 */
#include "math_model.h"

#define BODY "complex_parts_text.h"
#include "math_each.h"

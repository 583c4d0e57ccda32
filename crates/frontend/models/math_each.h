/*
 * One text for the three floating types: a model defines BODY, the name of its text, and includes this, which reads
 * that text once for each type. In it REAL is the type, F(name) the name of a function for it (sin, sinf, sinl), and
 * the rest is what the type's bits are. A text uses what it needs.
 */
#define REAL double
#define F(name) name
#define REAL_MAX __DBL_MAX__
#define REAL_MIN __DBL_MIN__
#define REAL_EPSILON __DBL_EPSILON__
#define INFINITE_REAL __builtin_inf()
#define REAL_BITS union __model_double
#define QUIET_NAN {.bits = 0x7ff8000000000000ULL}
/* The exponent as it is stored, and the largest, which infinities and NaNs have. */
#define STORED_EXPONENT(u) ((int)((u).bits >> 52 & 0x7ff))
#define TOP_EXPONENT 0x7ff
/* What a subnormal number is multiplied with, and the power of two that this is. */
#define OUT_OF_SUBNORMAL 0x1p54
#define OUT_OF_SUBNORMAL_BY 54
/* Makes a number one of the range [0.5, 1). */
#define SET_EXPONENT_OF_HALF(u) ((u).bits = ((u).bits & ~DOUBLE_INFINITY) | 0x3fe0000000000000ULL)
#define MAX_EXPONENT 1023
#define LARGEST_POWER 0x1p1023
/* A power of two that leaves enough bits above the subnormals. */
#define SAFE_STEP_DOWN 0x1p-969
#define SAFE_STEP_DOWN_BY 969
#define POWER_OF_TWO(n) {.bits = (unsigned long long)((n) + 1023) << 52}
#include BODY
#include "math_undefine.h"

#define REAL float
#define F(name) name##f
#define REAL_MAX __FLT_MAX__
#define REAL_MIN __FLT_MIN__
#define REAL_EPSILON __FLT_EPSILON__
#define INFINITE_REAL __builtin_inff()
#define REAL_BITS union __model_float
#define QUIET_NAN {.bits = 0x7fc00000U}
#define STORED_EXPONENT(u) ((int)((u).bits >> 23 & 0xff))
#define TOP_EXPONENT 0xff
#define OUT_OF_SUBNORMAL 0x1p25f
#define OUT_OF_SUBNORMAL_BY 25
#define SET_EXPONENT_OF_HALF(u) ((u).bits = ((u).bits & ~FLOAT_INFINITY) | 0x3f000000U)
#define MAX_EXPONENT 127
#define LARGEST_POWER 0x1p127f
#define SAFE_STEP_DOWN 0x1p-102f
#define SAFE_STEP_DOWN_BY 102
#define POWER_OF_TWO(n) {.bits = (unsigned int)((n) + 127) << 23}
#include BODY
#include "math_undefine.h"

#define REAL long double
#define F(name) name##l
#define REAL_MAX __LDBL_MAX__
#define REAL_MIN __LDBL_MIN__
#define REAL_EPSILON __LDBL_EPSILON__
#define INFINITE_REAL __builtin_infl()
#define REAL_BITS union __model_long_double
#define QUIET_NAN {.part = {0xc000000000000000ULL, 0x7fff}}
#define STORED_EXPONENT(u) ((u).part.top & 0x7fff)
#define TOP_EXPONENT 0x7fff
#define OUT_OF_SUBNORMAL 0x1p65L
#define OUT_OF_SUBNORMAL_BY 65
#define SET_EXPONENT_OF_HALF(u) ((u).part.top = (unsigned short)(((u).part.top & 0x8000) | 0x3ffe))
#define MAX_EXPONENT 16383
#define LARGEST_POWER 0x1p16383L
#define SAFE_STEP_DOWN 0x1p-16319L
#define SAFE_STEP_DOWN_BY 16319
#define POWER_OF_TWO(n) {.part = {INTEGER_BIT, (unsigned short)((n) + 16383)}}
#include BODY
#include "math_undefine.h"

/*
 * CBMC's own name for the direction of rounding: 0 to nearest, 1 down, 2 up, 3 to zero. The tool itself sees to
 * it that an assignment takes effect.
 */
#include "because.h"

int __CPROVER_rounding_mode = 0;

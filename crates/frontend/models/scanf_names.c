/*
 * The names under which glibc's headers call the standard scanf functions: __isoc99 for C99 and later,
 * __isoc23 for C23 (whose integers may also be binary; not here, so %i under C23 reads 0b as 0).
 */
#include "scanf_model.h"

SCANF_FAMILY(__isoc99_)
SCANF_FAMILY(__isoc23_)

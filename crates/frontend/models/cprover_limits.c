/*
 * The largest object that CBMC allocates with its usual 8 bits for the number of an object. Nothing is refused because of
 * it; harnesses assume that a size is not larger.
 */
#include "because.h"

extern const size_t __CPROVER_max_malloc_size;
const size_t __CPROVER_max_malloc_size = (size_t)1 << (8 * sizeof(size_t) - 9);

// because: run
// expect: same-as-cc
// A product that is an int.
#define FACTOR (u >> 1)
#include "narrow_types_promote_fails.c"

// because: check
// expect: holds
// A number that is not jumped with: only those below one are.
#define NEVER 7
#include "longjmp_value_fails.c"

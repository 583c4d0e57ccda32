// because: run
// expect: same-as-cc
// A number that the switch knows.
#define NUMBER 1
#include "unreachable_fails.c"

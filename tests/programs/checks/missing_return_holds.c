// because: run
// expect: same-as-cc
// A number for which there is a return.
#define NUMBER (-7)
#include "missing_return_fails.c"

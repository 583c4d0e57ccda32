// because: run
// expect: same-as-cc
// Inside the array.
#define LENGTH 4
#include "array_in_struct_fails.c"

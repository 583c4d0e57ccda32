// because: run
// expect: same-as-cc
// The loop ends with the list.
#define GOES_ON n
#include "null_member_fails.c"

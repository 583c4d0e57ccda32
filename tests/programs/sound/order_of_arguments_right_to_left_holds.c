// because: check
// expect: holds
// From right to left, as GCC does.
#include "order_of_arguments_left_to_right_fails.c"

// because: check
// expect: holds
// A broadcast for two waiters.
#define WAKE pthread_cond_broadcast
#include "cv_one_signal_two_waiters.c"

/*
 * Without a thread that was started there is none to wait for.
 */
#include "because.h"

int pthread_join(unsigned long thread, void **result) {
    (void)thread;
    (void)result;
    __because_unsupported("pthread_join");
    return 0;
}

_Noreturn void pthread_exit(void *result) {
    (void)result;
    __because_unsupported("pthread_exit");
    __because_abort();
}

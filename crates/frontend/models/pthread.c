/*
 * Threads are not supported yet: starting one is reported.
 */
#include "because.h"

union pthread_attr_t;

int pthread_create(unsigned long *restrict thread, const union pthread_attr_t *restrict attributes,
                   void *(*start)(void *), void *restrict argument) {
    (void)thread;
    (void)attributes;
    (void)start;
    (void)argument;
    __because_unsupported("pthread_create");
    return 11;
}

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

int thrd_create(unsigned long *thread, int (*start)(void *), void *argument) {
    (void)thread;
    (void)start;
    (void)argument;
    __because_unsupported("thrd_create");
    return 1;
}

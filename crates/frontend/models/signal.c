/*
 * Signals (C11 7.14) are not modelled. raise(SIGABRT) without a handler would be abort; programs that mean
 * that call abort.
 */
#include "because.h"

struct sigaction;

typedef void handler_function(int);

handler_function *signal(int number, handler_function *handler) {
    (void)number;
    (void)handler;
    __because_unsupported("signal");
    return NULL;
}

int raise(int number) {
    (void)number;
    __because_unsupported("raise");
    return -1;
}

int sigaction(int number, const struct sigaction *restrict action, struct sigaction *restrict old) {
    (void)number;
    (void)action;
    (void)old;
    __because_unsupported("sigaction");
    return -1;
}

int pause(void) {
    __because_unsupported("pause");
    return -1;
}

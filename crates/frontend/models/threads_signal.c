/*
 * Signal handlers in programs that start threads: which thread runs one is not decided here.
 */
#include "thread_model.h"

typedef void handler_function(int);

handler_function *signal(int number, handler_function *handler) {
    (void)number;
    (void)handler;
    __because_unsupported("a signal handler in a program with threads");
    return NULL;
}

int sigaction(int number, const void *action, void *old) {
    (void)number;
    (void)action;
    (void)old;
    __because_unsupported("a signal handler in a program with threads");
    return 0;
}

/*
 * Signals (C11 7.14) that the program raises itself: a handler is remembered and called by raise. Signals from outside,
 * which may come at any time, are not modelled: where every run is considered, that none comes is an assumption that
 * docs/check.md states. sigaction has the host's own layout and is not supported.
 */
#include "because.h"

struct sigaction;

typedef void handler_function(int);

#define SIGNALS 65
#define SIGKILL 9
#define SIGSTOP 19

static handler_function *handlers[SIGNALS];

handler_function *signal(int number, handler_function *handler) {
    if (number <= 0 || number >= SIGNALS || number == SIGKILL || number == SIGSTOP) {
        errno = EINVAL;
        return (handler_function *)-1;
    }
    handler_function *old = handlers[number];
    handlers[number] = handler;
    return old;
}

/* Null is SIG_DFL, which ends the program for most signals; 1 is SIG_IGN. */
int raise(int number) {
    if (number <= 0 || number >= SIGNALS) {
        errno = EINVAL;
        return -1;
    }
    handler_function *handler = handlers[number];
    if (handler == NULL) {
        /* SIGCHLD, SIGCONT, SIGURG and SIGWINCH do nothing; the stops are not modelled. */
        if (number == 17 || number == 18 || number == 23 || number == 28)
            return 0;
        if (number >= 19 && number <= 22) {
            __because_unsupported("raise of a signal that stops the program");
            return -1;
        }
        __because_abort();
    }
    if (handler != (handler_function *)1)
        handler(number);
    return 0;
}

/* What abort does before it ends the program. A handler that calls abort is not called again. */
void __model_raise_abort(void) {
    handler_function *handler = handlers[6];
    handlers[6] = NULL;
    if (handler != NULL && handler != (handler_function *)1)
        handler(6);
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

/*
 * Signals (C11 7.14) that the program raises itself: a handler is remembered and called by raise. Signals from outside,
 * which may come at any time, are not modelled: where every run is considered, that none comes is an assumption that
 * docs/check.md states. sigaction is followed in the layout that it has on 64-bit Linux; a handler of three arguments is
 * remembered, but raising its signal is not supported.
 */
#include "because.h"

struct sigaction;

typedef void handler_function(int);

#define SIGNALS 65
#define SIGKILL 9
#define SIGSTOP 19

static handler_function *handlers[SIGNALS];

/* As 64-bit Linux lays it out. */
struct layout {
    handler_function *handler;
    unsigned long mask[16];
    int flags;
    void *restorer;
};

#define SA_SIGINFO 4
#define SA_RESETHAND 0x80000000u

static struct layout actions[SIGNALS];

handler_function *signal(int number, handler_function *handler) {
    if (number <= 0 || number >= SIGNALS || number == SIGKILL || number == SIGSTOP) {
        errno = EINVAL;
        return (handler_function *)-1;
    }
    handler_function *old = handlers[number];
    handlers[number] = handler;
    actions[number].flags = 0;
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
    if (handler == (handler_function *)1)
        return 0;
    if (actions[number].flags & SA_SIGINFO) {
        __because_unsupported("raise of a signal whose handler takes three arguments");
        return -1;
    }
    if ((unsigned int)actions[number].flags & SA_RESETHAND)
        handlers[number] = NULL;
    handler(number);
    return 0;
}

/* What abort does before it ends the program. A handler that calls abort is not called again. */
void __model_raise_abort(void) {
    handler_function *handler = handlers[6];
    handlers[6] = NULL;
    if (handler == NULL || handler == (handler_function *)1)
        return;
    if (actions[6].flags & SA_SIGINFO)
        __because_unsupported("abort with a handler that takes three arguments");
    else
        handler(6);
}

int sigaction(int number, const struct sigaction *restrict action, struct sigaction *restrict old) {
    if (sizeof(long) != 8) {
        __because_unsupported("sigaction");
        return -1;
    }
    if (number <= 0 || number >= SIGNALS || ((number == SIGKILL || number == SIGSTOP) && action != NULL)) {
        errno = EINVAL;
        return -1;
    }
    struct layout before = actions[number];
    before.handler = handlers[number];
    if (action != NULL) {
        actions[number] = *(const struct layout *)action;
        handlers[number] = actions[number].handler;
    }
    if (old != NULL)
        *(struct layout *)old = before;
    return 0;
}

int pause(void) {
    __because_unsupported("pause");
    return -1;
}

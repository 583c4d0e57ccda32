/*
 * Ways to end (C11 7.22.4). A return from main runs the handlers, too; the lowering sees to that. Handlers run last first; one that is registered by a handler runs too. Output is
 * never buffered, so there is nothing to flush.
 */
#include "because.h"

#define HANDLERS 64

struct handler {
    void (*plain)(void);
    void (*with_status)(int, void *);
    void *argument;
};

static struct handler at_exit[HANDLERS];
static int at_exit_count;
static void (*at_quick_exit_handlers[HANDLERS])(void);
static int at_quick_exit_count;

int atexit(void (*handler)(void)) {
    if (at_exit_count == HANDLERS) {
        __because_unsupported("more than 64 functions registered with atexit");
        return -1;
    }
    at_exit[at_exit_count].plain = handler;
    at_exit_count++;
    return 0;
}

int on_exit(void (*handler)(int, void *), void *argument) {
    if (at_exit_count == HANDLERS) {
        __because_unsupported("more than 64 functions registered with on_exit");
        return -1;
    }
    at_exit[at_exit_count].with_status = handler;
    at_exit[at_exit_count].argument = argument;
    at_exit_count++;
    return 0;
}

int at_quick_exit(void (*handler)(void)) {
    if (at_quick_exit_count == HANDLERS) {
        __because_unsupported("more than 64 functions registered with at_quick_exit");
        return -1;
    }
    at_quick_exit_handlers[at_quick_exit_count] = handler;
    at_quick_exit_count++;
    return 0;
}

/* The start of the program calls this when main returns. */
void __model_run_exit_handlers(int status) {
    while (at_exit_count > 0) {
        at_exit_count--;
        struct handler handler = at_exit[at_exit_count];
        at_exit[at_exit_count].plain = NULL;
        at_exit[at_exit_count].with_status = NULL;
        if (handler.plain != NULL)
            handler.plain();
        else
            handler.with_status(status, handler.argument);
    }
}

_Noreturn void exit(int status) {
    __model_run_exit_handlers(status);
    __because_halt(status & 255);
}

_Noreturn void quick_exit(int status) {
    while (at_quick_exit_count > 0) {
        at_quick_exit_count--;
        at_quick_exit_handlers[at_quick_exit_count]();
    }
    __because_halt_now(status & 255);
}

/*
 * Ways to end at once: _Exit and abort (C11 7.22.4.5, 7.22.4.1) and POSIX's _exit. No handler of atexit runs; abort
 * raises a signal, which matters if the program handles signals.
 */
#include "because.h"

_Noreturn void _Exit(int status) {
    __because_halt_now(status & 255);
}

_Noreturn void _exit(int status) {
    __because_halt_now(status & 255);
}

_Noreturn void abort(void) {
    __because_raise_abort();
    __because_abort();
}

/*
 * Jumps between functions (C11 7.13): the direct return of setjmp is 0. Coming back to it by longjmp is not supported:
 * a program that reaches that is told so. The buffer is the host's own affair, but there must be one.
 */
#include "because.h"

struct __jmp_buf_tag;

int setjmp(struct __jmp_buf_tag *buffer) {
    __because_check(__because_writable(buffer, 1), "setjmp argument is writable");
    return 0;
}

int _setjmp(struct __jmp_buf_tag *buffer) {
    __because_check(__because_writable(buffer, 1), "_setjmp argument is writable");
    return 0;
}

int __sigsetjmp(struct __jmp_buf_tag *buffer, int mask) {
    (void)mask;
    __because_check(__because_writable(buffer, 1), "__sigsetjmp argument is writable");
    return 0;
}

_Noreturn void longjmp(struct __jmp_buf_tag *buffer, int value) {
    (void)buffer;
    (void)value;
    __because_unsupported("longjmp");
    __because_abort();
}

_Noreturn void _longjmp(struct __jmp_buf_tag *buffer, int value) {
    (void)buffer;
    (void)value;
    __because_unsupported("_longjmp");
    __because_abort();
}

_Noreturn void siglongjmp(struct __jmp_buf_tag *buffer, int value) {
    (void)buffer;
    (void)value;
    __because_unsupported("siglongjmp");
    __because_abort();
}

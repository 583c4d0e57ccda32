/*
 * Jumps between functions (C11 7.13) are not supported: a program that reaches one of these is told so. The
 * buffer is the host's own affair.
 */
#include "because.h"

struct __jmp_buf_tag;

int setjmp(struct __jmp_buf_tag *buffer) {
    (void)buffer;
    __because_unsupported("setjmp");
    return 0;
}

int _setjmp(struct __jmp_buf_tag *buffer) {
    (void)buffer;
    __because_unsupported("_setjmp");
    return 0;
}

int __sigsetjmp(struct __jmp_buf_tag *buffer, int mask) {
    (void)buffer;
    (void)mask;
    __because_unsupported("__sigsetjmp");
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

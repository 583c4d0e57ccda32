/*
 * Jumps between functions (C11 7.13). A buffer holds the number of the activation that called setjmp, and which of the
 * calls in its function that was. longjmp says where it wants to go and returns; the lowering makes every function that
 * it returns through return as well, up to that activation, which goes on behind its call (lower/src/jumps.rs).
 */
#include "because.h"

struct __jmp_buf_tag;

/* Whether a jump is under way, where to, and what setjmp is to return there. */
int __model_jumping;
int __model_jump_value;
size_t __model_jump_frame;
size_t __model_jump_site;

static size_t frames;

/* An activation gets its number when it calls setjmp first; 0 means that it has none. */
size_t __model_mark(struct __jmp_buf_tag *buffer, size_t frame, size_t site) {
    __because_check(__because_writable(buffer, 2 * sizeof(size_t)), "setjmp argument is writable");
    if (frame == 0)
        frame = ++frames;
    ((size_t *)buffer)[0] = frame;
    ((size_t *)buffer)[1] = site;
    return frame;
}

static void jump(struct __jmp_buf_tag *buffer, int value) {
    __because_check(__because_readable(buffer, 2 * sizeof(size_t)), "longjmp argument is readable");
    size_t frame = ((size_t *)buffer)[0];
    __because_check(frame >= 1 && frame <= frames, "longjmp argument was set by setjmp");
    __model_jump_frame = frame;
    __model_jump_site = ((size_t *)buffer)[1];
    __model_jump_value = value == 0 ? 1 : value;
    __model_jumping = 1;
}

int setjmp(struct __jmp_buf_tag *buffer) {
    __model_mark(buffer, 0, 0);
    return 0;
}

int _setjmp(struct __jmp_buf_tag *buffer) {
    __model_mark(buffer, 0, 0);
    return 0;
}

int __sigsetjmp(struct __jmp_buf_tag *buffer, int mask) {
    (void)mask;
    __model_mark(buffer, 0, 0);
    return 0;
}

void longjmp(struct __jmp_buf_tag *buffer, int value) {
    jump(buffer, value);
}

void _longjmp(struct __jmp_buf_tag *buffer, int value) {
    jump(buffer, value);
}

void siglongjmp(struct __jmp_buf_tag *buffer, int value) {
    jump(buffer, value);
}

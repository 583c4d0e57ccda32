/*
 * The three standard streams and what the other stdio models need of them.
 *
 * There are no files: the only streams are standard input, output and error. The user's program sees
 * pointers to the host's FILE; behind them are the objects here. Output is never buffered. Input comes one
 * byte at a time from the engine; pushed-back characters wait on the stream's own small stack (C promises
 * one, glibc gives more). The end of input is remembered until clearerr. Where the engine considers every
 * text at once, stdio_choice.c takes the engine's place.
 */
#include "stdio_choice.h"

static struct __model_file in = {.number = 0, .not_this = EOF};
static struct __model_file out = {.number = 1};
static struct __model_file err = {.number = 2};

FILE *stdin = (FILE *)&in;
FILE *stdout = (FILE *)&out;
FILE *stderr = (FILE *)&err;

static struct __model_file *file(FILE *stream) {
    void *p = stream;
    _Bool standard = p == &in || p == &out || p == &err;
    __because_check(standard && !((struct __model_file *)p)->closed, "the stream is an open standard stream");
    return p;
}

int __model_file_number(FILE *stream) {
    return file(stream)->number;
}

struct __model_file *__model_input(FILE *stream) {
    struct __model_file *f = file(stream);
    return f->number == 0 ? f : NULL;
}

/* The stream's number for output; to write to standard input is an error, not undefined. */
int __model_output(FILE *stream) {
    struct __model_file *f = file(stream);
    if (f->number == 0) {
        f->error = 1;
        errno = EBADF;
    }
    return f->number;
}

int __model_getc(FILE *stream) {
    struct __model_file *f = file(stream);
    if (f->pushed > 0) {
        f->pushed--;
        return f->pushback[f->pushed];
    }
    if (f->number != 0) {
        f->error = 1;
        errno = EBADF;
        return EOF;
    }
    if (__because_input_is_open())
        return __model_choose_character(f);
    if (f->at_end)
        return EOF;
    int c = __because_getchar();
    if (c < 0) {
        f->at_end = 1;
        return EOF;
    }
    return c;
}

int __model_ungetc(int c, FILE *stream) {
    struct __model_file *f = file(stream);
    if (c == EOF || f->pushed == PUSHBACK)
        return EOF;
    f->pushback[f->pushed] = (unsigned char)c;
    f->pushed++;
    f->at_end = 0;
    return (unsigned char)c;
}

int __model_eof(FILE *stream) {
    struct __model_file *f = file(stream);
    if (__because_input_is_open() && f->number == 0)
        __model_look_ahead(f);
    return f->at_end;
}

int __model_error(FILE *stream) {
    return file(stream)->error;
}

void __model_clear(FILE *stream) {
    struct __model_file *f = file(stream);
    f->at_end = 0;
    f->error = 0;
}

void __model_close(FILE *stream) {
    struct __model_file *f = file(stream);
    f->closed = 1;
}

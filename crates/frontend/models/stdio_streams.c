/*
 * The three standard streams and what the other stdio models need of them.
 *
 * Beside standard input, output and error there are the files that stdio_files.c opens, which live on the heap as
 * they do in the C library; those whose bytes are given are read as they are. The user's program sees pointers to the host's FILE; behind them are the objects here. Output is never buffered. Input comes one
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
    struct __model_file *f = p;
    if (p == &in || p == &out || p == &err)
        __because_check(!f->closed, "the stream is open");
    else
        __because_check(__because_freeable(p) && p != NULL && __because_object_size(p) == sizeof *f &&
                            f->number >= OTHER_FILE,
                        "the stream is open");
    return f;
}

FILE *__model_open(void) {
    struct __model_file *f = __because_allocate_zeroed(sizeof *f, 16);
    f->number = OTHER_FILE;
    f->not_this = EOF;
    return (FILE *)f;
}

FILE *__model_open_to_write(void) {
    struct __model_file *f = (void *)__model_open();
    f->write_only = 1;
    return (FILE *)f;
}

FILE *__model_open_given(const struct __model_given *given, FILE *instead_of) {
    struct __model_file *f = instead_of == NULL ? (void *)__model_open() : (void *)instead_of;
    f->number = GIVEN_FILE;
    f->data = __model_given_bytes(given);
    f->size = given->size;
    f->at = 0;
    f->at_end = 0;
    f->error = 0;
    f->closed = 0;
    f->pushed = 0;
    return (FILE *)f;
}

_Bool __model_is_given(FILE *stream) {
    return file(stream)->number == GIVEN_FILE;
}

int __model_seek(FILE *stream, long offset, int origin) {
    struct __model_file *f = file(stream);
    long base = origin == 0 ? 0 : origin == 1 ? (long)f->at - f->pushed : (long)f->size;
    if (origin < 0 || origin > 2 || offset < -base || offset > LONG_MAX - base) {
        errno = EINVAL;
        return -1;
    }
    f->at = (size_t)(base + offset);
    f->pushed = 0;
    f->at_end = 0;
    return 0;
}

long __model_tell(FILE *stream) {
    struct __model_file *f = file(stream);
    return (long)f->at - f->pushed;
}

static int given_byte(struct __model_file *f) {
    if (f->at >= f->size) {
        f->at_end = 1;
        return EOF;
    }
    int c = f->data[f->at];
    f->at++;
    return c;
}

/* A byte of a file: what it holds is an input, and may be another one whenever it is read. */
static int file_byte(struct __model_file *f) {
    if (f->at_end)
        return EOF;
    int c = __because_input_int("file");
    __because_assume(c >= EOF && c <= 255);
    if (c == EOF)
        f->at_end = 1;
    return c;
}

_Bool __model_is_file_behind_space(FILE *stream) {
    struct __model_file *f = file(stream);
    if (f->number != OTHER_FILE || f->write_only)
        return 0;
    while (f->pushed > 0) {
        unsigned char c = f->pushback[f->pushed - 1];
        if (c != ' ' && !(c >= '\t' && c <= '\r'))
            return 0;
        f->pushed--;
    }
    return 1;
}

int __model_file_outcome(FILE *stream) {
    struct __model_file *f = file(stream);
    if (f->at_end)
        return 2;
    int met = __because_input_int("file");
    __because_assume(met >= 0 && met <= 2);
    if (met == 2)
        f->at_end = 1;
    return met;
}

_Bool __model_is_file(FILE *stream) {
    return file(stream)->number == OTHER_FILE;
}

/* Reading goes on somewhere else. */
void __model_moved(FILE *stream) {
    struct __model_file *f = file(stream);
    f->at_end = 0;
    f->pushed = 0;
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
    if (f->number == 0 || f->number == GIVEN_FILE) {
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
    if (f->number == GIVEN_FILE)
        return given_byte(f);
    if (f->number == OTHER_FILE && !f->write_only)
        return file_byte(f);
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
    void *p = f;
    if (p == &in || p == &out || p == &err)
        f->closed = 1;
    else
        __because_free(f);
}

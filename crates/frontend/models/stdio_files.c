/*
 * Files (C11 7.21.4, 7.21.5, 7.21.9). There is no file system. Where every run is considered, a file may be there or
 * not, each byte read from it is an input, and what is written to it is gone: reading it back gives inputs again.
 * Where one run is executed, there is nothing to read: reaching one of these is reported as not supported, where it is
 * called; none of them pretends to fail.
 */
#include "stdio_model.h"

/* What becomes of a request: an input of that name says. Where files are not modelled, nothing follows. */
#define ANSWER(what) (__because_random_input() ? __because_input_int(what) : (__because_unsupported(what), 0))

static FILE *opened(int answer) {
    return answer == 0 ? NULL : __model_open();
}

static void read_text(const char *text) {
    for (size_t i = 0; text[i] != '\0'; i++) {
    }
}

FILE *fopen(const char *restrict name, const char *restrict mode) {
    read_text(name);
    read_text(mode);
    return opened(ANSWER("fopen"));
}

FILE *fopen64(const char *restrict name, const char *restrict mode) {
    return fopen(name, mode);
}

FILE *freopen(const char *restrict name, const char *restrict mode, FILE *restrict stream) {
    (void)name;
    (void)mode;
    (void)stream;
    __because_unsupported("freopen");
    return NULL;
}

FILE *fdopen(int descriptor, const char *mode) {
    (void)descriptor;
    (void)mode;
    __because_unsupported("fdopen");
    return NULL;
}

FILE *tmpfile(void) {
    return opened(ANSWER("tmpfile"));
}

char *tmpnam(char *name) {
    (void)name;
    __because_unsupported("tmpnam");
    return NULL;
}

FILE *popen(const char *command, const char *mode) {
    read_text(command);
    read_text(mode);
    return opened(ANSWER("popen"));
}

int pclose(FILE *stream) {
    __model_close(stream);
    return __because_input_int("pclose");
}

FILE *fmemopen(void *buf, size_t n, const char *mode) {
    (void)buf;
    (void)n;
    (void)mode;
    __because_unsupported("fmemopen");
    return NULL;
}

FILE *open_memstream(char **buf, size_t *n) {
    (void)buf;
    (void)n;
    __because_unsupported("open_memstream");
    return NULL;
}

int fseek(FILE *stream, long offset, int origin) {
    (void)offset;
    (void)origin;
    if (!__model_is_file(stream)) {
        __because_unsupported("fseek of a standard stream");
        return -1;
    }
    if (ANSWER("fseek") != 0)
        return -1;
    __model_moved(stream);
    return 0;
}

int fseeko(FILE *stream, long offset, int origin) {
    (void)offset;
    (void)origin;
    if (!__model_is_file(stream)) {
        __because_unsupported("fseeko of a standard stream");
        return -1;
    }
    if (ANSWER("fseeko") != 0)
        return -1;
    __model_moved(stream);
    return 0;
}

long ftell(FILE *stream) {
    if (!__model_is_file(stream)) {
        __because_unsupported("ftell of a standard stream");
        return -1;
    }
    long any = __because_input_long("ftell");
    __because_assume(any >= -1);
    return any;
}

long ftello(FILE *stream) {
    if (!__model_is_file(stream)) {
        __because_unsupported("ftello of a standard stream");
        return -1;
    }
    long any = __because_input_long("ftello");
    __because_assume(any >= -1);
    return any;
}

void rewind(FILE *stream) {
    if (!__model_is_file(stream)) {
        __because_unsupported("rewind of a standard stream");
        return;
    }
    __model_clear(stream);
    __model_moved(stream);
}

int remove(const char *name) {
    read_text(name);
    return ANSWER("remove") == 0 ? 0 : -1;
}

int rename(const char *old, const char *fresh) {
    read_text(old);
    read_text(fresh);
    return ANSWER("rename") == 0 ? 0 : -1;
}

/*
 * Files (C11 7.21.4, 7.21.5, 7.21.9) are not modelled: there is no file system. Reaching one of these is
 * reported as not supported, where it is called; none of them pretends to fail.
 */
#include "stdio_model.h"

FILE *fopen(const char *restrict name, const char *restrict mode) {
    (void)name;
    (void)mode;
    __because_unsupported("fopen");
    return NULL;
}

FILE *fopen64(const char *restrict name, const char *restrict mode) {
    (void)name;
    (void)mode;
    __because_unsupported("fopen64");
    return NULL;
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
    __because_unsupported("tmpfile");
    return NULL;
}

char *tmpnam(char *name) {
    (void)name;
    __because_unsupported("tmpnam");
    return NULL;
}

FILE *popen(const char *command, const char *mode) {
    (void)command;
    (void)mode;
    __because_unsupported("popen");
    return NULL;
}

int pclose(FILE *stream) {
    (void)stream;
    __because_unsupported("pclose");
    return -1;
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
    (void)stream;
    (void)offset;
    (void)origin;
    __because_unsupported("fseek");
    return -1;
}

int fseeko(FILE *stream, long offset, int origin) {
    (void)stream;
    (void)offset;
    (void)origin;
    __because_unsupported("fseeko");
    return -1;
}

long ftell(FILE *stream) {
    (void)stream;
    __because_unsupported("ftell");
    return -1;
}

long ftello(FILE *stream) {
    (void)stream;
    __because_unsupported("ftello");
    return -1;
}

void rewind(FILE *stream) {
    (void)stream;
    __because_unsupported("rewind");
}

int remove(const char *name) {
    (void)name;
    __because_unsupported("remove");
    return -1;
}

int rename(const char *old, const char *fresh) {
    (void)old;
    (void)fresh;
    __because_unsupported("rename");
    return -1;
}

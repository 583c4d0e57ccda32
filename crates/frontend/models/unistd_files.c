/*
 * Files by their descriptors. There is no file system: where every run is considered, a file may be there or not, and what
 * is read from it are inputs (unistd.c). Where one run is executed, reaching one of these is reported as not supported,
 * and so are processes and second descriptors of one file everywhere.
 */
#include "unknown_model.h"

/* What becomes of a request: an input of that name says. Where files are not modelled, nothing follows. */
#define ANSWER(what) (__because_random_input() ? __because_input_int(what) : (__because_unsupported(what), 0))

/* Descriptors are given out in this order; one bit each. */
#define MOST_FILES 32
static unsigned long used;

_Bool __model_is_descriptor(int descriptor) {
    return descriptor > 2 && descriptor < 3 + MOST_FILES && (used >> (descriptor - 3) & 1);
}

static int opened(const char *name, int answer) {
    for (size_t i = 0; name[i] != '\0'; i++) {
    }
    int next = 0;
    while (next < MOST_FILES && (used >> next & 1))
        next++;
    if (answer < 0 || next == MOST_FILES) {
        __model_refused();
        return -1;
    }
    used |= 1ul << next;
    return next + 3;
}

static int done(int answer) {
    if (answer >= 0)
        return 0;
    __model_refused();
    return -1;
}

int open(const char *name, int flags, ...) {
    (void)flags;
    return opened(name, ANSWER("open"));
}

int open64(const char *name, int flags, ...) {
    (void)flags;
    return opened(name, ANSWER("open"));
}

int creat(const char *name, unsigned int mode) {
    (void)mode;
    return opened(name, ANSWER("creat"));
}

int close(int descriptor) {
    if (!__model_is_descriptor(descriptor)) {
        if (descriptor >= 0 && descriptor <= 2)
            __because_unsupported("close of a standard stream");
        errno = EBADF;
        return -1;
    }
    used &= ~(1ul << (descriptor - 3));
    return done(ANSWER("close"));
}

long lseek(int descriptor, long offset, int origin) {
    (void)offset;
    (void)origin;
    if (!__model_is_descriptor(descriptor)) {
        __because_unsupported("lseek");
        return -1;
    }
    int answer = ANSWER("lseek");
    return answer < 0 ? -1 : answer;
}

int dup(int descriptor) {
    (void)descriptor;
    __because_unsupported("dup");
    return -1;
}

int dup2(int descriptor, int fresh) {
    (void)descriptor;
    (void)fresh;
    __because_unsupported("dup2");
    return -1;
}

int pipe(int descriptors[2]) {
    (void)descriptors;
    __because_unsupported("pipe");
    return -1;
}

int access(const char *name, int mode) {
    (void)name;
    (void)mode;
    return done(ANSWER("access"));
}

int unlink(const char *name) {
    (void)name;
    return done(ANSWER("unlink"));
}

int rmdir(const char *name) {
    (void)name;
    return done(ANSWER("rmdir"));
}

int mkdir(const char *name, unsigned int mode) {
    (void)name;
    (void)mode;
    return done(ANSWER("mkdir"));
}

int chdir(const char *name) {
    (void)name;
    return done(ANSWER("chdir"));
}

char *getcwd(char *buf, size_t n) {
    (void)buf;
    (void)n;
    __because_unsupported("getcwd");
    return NULL;
}

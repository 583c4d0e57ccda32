/*
 * Files by their descriptors. There is no file system: where every run is considered, a file may be there or not, and what
 * is read from it are inputs (unistd.c), also through a second descriptor of one file or from a pipe. Where one run is
 * executed, reaching one of these is reported as not supported.
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
        /* A standard stream: what is read from it later is anything, as before. */
        if (descriptor >= 0 && descriptor <= 2)
            return done(ANSWER("close"));
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

static _Bool is_open(int descriptor) {
    if ((descriptor >= 0 && descriptor <= 2) || __model_is_descriptor(descriptor))
        return 1;
    errno = EBADF;
    return 0;
}

int dup(int descriptor) {
    int answer = ANSWER("dup");
    return is_open(descriptor) ? opened("", answer) : -1;
}

int dup2(int descriptor, int fresh) {
    int answer = ANSWER("dup2");
    if (!is_open(descriptor))
        return -1;
    if (fresh < 0 || answer < 0) {
        __model_refused();
        return -1;
    }
    if (fresh >= 3 + MOST_FILES)
        __because_unsupported("dup2 to so large a descriptor");
    if (fresh > 2)
        used |= 1ul << (fresh - 3);
    return fresh;
}

int pipe(int descriptors[2]) {
    int answer = ANSWER("pipe");
    if (answer < 0) {
        __model_refused();
        return -1;
    }
    int in = opened("", 0);
    int out = opened("", 0);
    if (in < 0 || out < 0)
        return -1;
    descriptors[0] = in;
    descriptors[1] = out;
    return 0;
}

/* Another one, which is no file by its name. */
int __model_open_descriptor(int answer) {
    return opened("", answer);
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
    if (ANSWER("getcwd") < 0) {
        __model_refused();
        return NULL;
    }
    if (buf == NULL || n == 0) {
        __because_unsupported("getcwd that allocates");
        return NULL;
    }
    __model_unknown(buf, n);
    buf[0] = '/';
    buf[n - 1] = '\0';
    return buf;
}

/*
 * The part of unistd.h that is about this process alone. Descriptors 0, 1 and 2 are the standard streams,
 * none of them a terminal; others are files of which nothing is known (unistd_files.c). Where every run is considered, reading
 * may fail. Sleeping takes no time; the process's number is an input, the same on each call.
 */
#include "stdio_model.h"
#include "unknown_model.h"

_Bool __model_is_descriptor(int descriptor);

/* Whether it fails, which an input of that name says. */
#define FAILS(what) (__because_random_input() && REFUSED(what))

/* Some bytes of a file, at most so many. */
static ssize_t read_file(void *buf, size_t n) {
    int answer = __because_input_int("length");
    size_t got = answer < 0 || (size_t)answer > n ? n : (size_t)answer;
    if (got > 0)
        __model_unknown(buf, got);
    return (ssize_t)got;
}

ssize_t read(int descriptor, void *buf, size_t n) {
    unsigned char *bytes = buf;
    if (descriptor != 0 && !__model_is_descriptor(descriptor)) {
        errno = EBADF;
        return -1;
    }
    if (FAILS("read"))
        return -1;
    if (descriptor != 0)
        return read_file(buf, n);
    if (__because_input_is_open())
        __model_settle(stdin);
    size_t i = 0;
    while (i < n && i < PTRDIFF_MAX) {
        int c = __because_getchar();
        if (c < 0)
            break;
        bytes[i] = (unsigned char)c;
        i++;
    }
    return (ssize_t)i;
}

ssize_t write(int descriptor, const void *buf, size_t n) {
    const unsigned char *bytes = buf;
    if (descriptor != 1 && descriptor != 2) {
        if (__model_is_descriptor(descriptor)) {
            if (n > 0)
                __because_check(__because_readable(buf, n), "the bytes that write is given can be read");
            return FAILS("write") ? -1 : (ssize_t)n;
        }
        errno = EBADF;
        return -1;
    }
    for (size_t i = 0; i < n; i++)
        __because_putchar(descriptor, bytes[i]);
    return (ssize_t)n;
}

int isatty(int descriptor) {
    errno = descriptor >= 0 && descriptor <= 2 ? ENOTTY : EBADF;
    return 0;
}

static int number(const char *name, int *known) {
    if (*known == 0) {
        *known = __because_input_int(name);
        if (*known <= 0)
            *known = 1;
    }
    return *known;
}

int getpid(void) {
    static int known;
    return number("getpid", &known);
}

int getppid(void) {
    static int known;
    return number("getppid", &known);
}

unsigned int getuid(void) {
    static int known;
    return (unsigned int)number("getuid", &known);
}

unsigned int geteuid(void) {
    return getuid();
}

unsigned int getgid(void) {
    static int known;
    return (unsigned int)number("getgid", &known);
}

unsigned int getegid(void) {
    return getgid();
}

unsigned int sleep(unsigned int seconds) {
    (void)seconds;
    return 0;
}

int usleep(unsigned int microseconds) {
    (void)microseconds;
    return 0;
}

int getpagesize(void) {
    return 4096;
}

unsigned int alarm(unsigned int seconds) {
    (void)seconds;
    __because_unsupported("alarm");
    return 0;
}

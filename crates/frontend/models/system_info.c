/*
 * What a process may ask about itself and the machine. The answers are inputs.
 */
#include "unknown_model.h"

struct utsname;
struct rusage;
struct rlimit;
struct tms;
struct winsize;

/* n bytes of text that ends. */
static void any_text(char *text, size_t n) {
    __model_unknown(text, n);
    text[n - 1] = '\0';
}

int uname(struct utsname *result) {
    for (int i = 0; i < 6; i++)
        any_text((char *)result + 65 * i, 65);
    return 0;
}

int gethostname(char *buf, size_t n) {
    if (REFUSED("gethostname"))
        return -1;
    if (n > 0)
        any_text(buf, n);
    return 0;
}

long sysconf(int name) {
    (void)name;
    long any = __because_input_long("sysconf");
    return any < -1 ? -1 : any;
}

int getrusage(int who, struct rusage *result) {
    (void)who;
    if (REFUSED("getrusage"))
        return -1;
    __model_unknown(result, 18 * sizeof(long));
    return 0;
}

int getrlimit(int what, struct rlimit *result) {
    (void)what;
    if (REFUSED("getrlimit"))
        return -1;
    __model_unknown(result, 2 * sizeof(long));
    return 0;
}

int setrlimit(int what, const struct rlimit *limit) {
    (void)what;
    __because_check(__because_readable(limit, 2 * sizeof(long)), "the limit can be read");
    return REFUSED("setrlimit") ? -1 : 0;
}

long times(struct tms *result) {
    if (result != NULL)
        __model_unknown(result, 4 * sizeof(long));
    return __because_input_long("times");
}

unsigned int arc4random(void) {
    return (unsigned int)__because_input_int("arc4random");
}

unsigned int arc4random_uniform(unsigned int bound) {
    unsigned int any = (unsigned int)__because_input_int("arc4random_uniform");
    return bound < 2 ? 0 : any < bound ? any : bound - 1;
}

ssize_t getrandom(void *buf, size_t n, unsigned int flags) {
    (void)flags;
    if (REFUSED("getrandom"))
        return -1;
    int length = __because_input_int("length");
    /* So few bytes are never interrupted. */
    size_t got = n <= 256 || length < 0 || (size_t)length > n ? n : (size_t)length;
    if (got > 0)
        __model_unknown(buf, got);
    return (ssize_t)got;
}

int getentropy(void *buf, size_t n) {
    if (n > 256 || REFUSED("getentropy"))
        return -1;
    if (n > 0)
        __model_unknown(buf, n);
    return 0;
}

#define TIOCGWINSZ 0x5413

int ioctl(int descriptor, unsigned long request, ...) {
    (void)descriptor;
    if (request != TIOCGWINSZ) {
        __because_unsupported("ioctl");
        return -1;
    }
    va_list ap;
    va_start(ap, request);
    struct winsize *result = va_arg(ap, struct winsize *);
    va_end(ap);
    if (REFUSED("ioctl"))
        return -1;
    __model_unknown(result, 8);
    return 0;
}

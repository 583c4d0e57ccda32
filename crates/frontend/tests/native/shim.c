/*
 * The engine's primitives on the host, and the main program of the checks.
 *
 * Memory is flat here: every pointer is in one object whose offset is its address, which is enough for the
 * overlap checks. Heap objects are remembered with their sizes.
 */
#include <math.h>
#include "native.h"

char native_output[3][4096];
size_t native_output_size[3];
const char *native_input = "";
int native_checks_failed;
int native_unsupported;
long native_environment;
int failures;
long comparisons;

void native_reset(void) {
    memset(native_output, 0, sizeof native_output);
    memset(native_output_size, 0, sizeof native_output_size);
    native_checks_failed = 0;
    native_unsupported = 0;
    m_errno = 0;
}

void fail(const char *file, int line, const char *format, ...) {
    failures++;
    if (failures > 25)
        return;
    va_list ap;
    va_start(ap, format);
    printf("%s:%d: ", file, line);
    vprintf(format, ap);
    printf("\n");
    va_end(ap);
}

unsigned int pick(unsigned int below) {
    static uint64_t state = 88172645463325252ULL;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned int)((state >> 11) % below);
}

#define OBJECTS 4096
static struct {
    char *start;
    size_t size;
} objects[OBJECTS];

static int find(const void *p) {
    for (int i = 0; i < OBJECTS; i++)
        if (objects[i].start != NULL && objects[i].start == p)
            return i;
    return -1;
}

void *__because_allocate(size_t size, size_t align) {
    size_t rounded = (size + align) / align * align;
    char *p = aligned_alloc(align, rounded);
    memset(p, 0xa5, rounded);
    for (int i = 0; i < OBJECTS; i++)
        if (objects[i].start == NULL) {
            objects[i].start = p;
            objects[i].size = size;
            return p;
        }
    printf("too many objects\n");
    exit(2);
}

void *__because_allocate_zeroed(size_t size, size_t align) {
    return memset(__because_allocate(size, align), 0, size);
}

_Bool __because_random_input(void) {
    return 0;
}

void __because_free(void *p) {
    int i = find(p);
    if (i >= 0) {
        objects[i].start = NULL;
        free(p);
    } else if (p != NULL) {
        printf("freeing what is not a heap object\n");
        exit(2);
    }
}

_Bool __because_freeable(const void *p) {
    return p == NULL || find(p) >= 0;
}

_Bool __because_readable(const void *p, size_t n) {
    (void)n;
    return p != NULL;
}

_Bool __because_writable(const void *p, size_t n) {
    (void)n;
    return p != NULL;
}

_Bool __because_is_string(const char *p) {
    return p != NULL;
}

size_t __because_object_size(const void *p) {
    int i = find(p);
    return i < 0 ? 0 : objects[i].size;
}

long __because_pointer_offset(const void *p) {
    return (long)(intptr_t)p;
}

size_t __because_pointer_object(const void *p) {
    return p != NULL;
}

_Bool __because_same_object(const void *p, const void *q) {
    (void)p;
    (void)q;
    return 1;
}

void __because_copy(void *dst, const void *src, size_t n) {
    memmove(dst, src, n);
}

void __because_set(void *dst, int byte, size_t n) {
    memset(dst, byte, n);
}

void __because_raise_abort(void) {
}

_Bool __because_malloc_never_fails(void) {
    return 0;
}

_Bool __because_malloc_may_fail(void) {
    return 0;
}

void __because_putchar(int stream, int c) {
    if (native_output_size[stream] + 1 < sizeof native_output[stream])
        native_output[stream][native_output_size[stream]++] = (char)c;
}

int __because_print(int stream, const char *format, va_list ap) {
    char buf[2048];
    int n = vsnprintf(buf, sizeof buf, format, ap);
    for (int i = 0; i < n; i++)
        __because_putchar(stream, buf[i]);
    return n;
}

int __because_format(char *buf, size_t n, const char *format, va_list ap) {
    return vsnprintf(buf, n, format, ap);
}

int __because_getchar(void) {
    return *native_input == '\0' ? -1 : (unsigned char)*native_input++;
}

/* Here input is always a text, so nothing is ever chosen. */
_Bool __because_input_is_open(void) {
    return 0;
}

#define NEVER(type, name, ...)                \
    type __because_choose_##name(__VA_ARGS__) { \
        abort();                              \
    }
#define NEVER_NUMBER(type, name) NEVER(type, name, const void *target, int base, int width)

NEVER_NUMBER(int, outcome)
NEVER(int, literal, int c)
NEVER(int, end, void)
NEVER(int, first, void)
NEVER(int, next, int end)
NEVER_NUMBER(signed char, schar)
NEVER_NUMBER(unsigned char, uchar)
NEVER_NUMBER(short, short)
NEVER_NUMBER(unsigned short, ushort)
NEVER_NUMBER(int, int)
NEVER_NUMBER(unsigned int, uint)
NEVER_NUMBER(long, long)
NEVER_NUMBER(unsigned long, ulong)
NEVER_NUMBER(long long, llong)
NEVER_NUMBER(unsigned long long, ullong)
NEVER_NUMBER(float, float)
NEVER_NUMBER(double, double)
NEVER_NUMBER(long double, ldouble)

int __because_input_int(const char *name) {
    (void)name;
    return (int)native_environment;
}

long __because_input_long(const char *name) {
    (void)name;
    return native_environment;
}

_Noreturn void __because_halt(int status) {
    printf("halted with %d\n", status);
    exit(2);
}

_Noreturn void __because_abort(void) {
    printf("aborted\n");
    exit(2);
}

_Noreturn void __because_halt_now(int status) {
    __because_halt(status);
}

void __because_assume(_Bool cond) {
    (void)cond;
}

void __because_check(_Bool cond, const char *text) {
    (void)text;
    if (!cond)
        native_checks_failed++;
}

void __because_check_free(_Bool cond, const char *text) {
    __because_check(cond, text);
}

void __because_check_deadlock(_Bool cond, const char *text) {
    __because_check(cond, text);
}

void __CPROVER_assert(_Bool cond, const char *text) {
    __because_check(cond, text);
}

void __because_unsupported(const char *what) {
    (void)what;
    native_unsupported++;
}

double __because_strtod(const char *s, char **end) {
    return strtod(s, end);
}

float __because_strtof(const char *s, char **end) {
    return strtof(s, end);
}

long double __because_strtold(const char *s, char **end) {
    return strtold(s, end);
}

int __because_get_rounding(void) {
    return 0;
}

void __because_set_rounding(int mode) {
    (void)mode;
}

#define ONE(name)                                                                                              \
    double __because_##name(double x) { return name(x); }                                                      \
    float __because_##name##f(float x) { return name##f(x); }                                                  \
    long double __because_##name##l(long double x) { return name##l(x); }
#define TWO(name)                                                                                              \
    double __because_##name(double x, double y) { return name(x, y); }                                         \
    float __because_##name##f(float x, float y) { return name##f(x, y); }                                      \
    long double __because_##name##l(long double x, long double y) { return name##l(x, y); }

ONE(fabs) ONE(sqrt) ONE(floor) ONE(ceil) ONE(trunc) ONE(round) ONE(rint) ONE(sin) ONE(cos) ONE(tan)
ONE(asin) ONE(acos) ONE(atan) ONE(sinh) ONE(cosh) ONE(tanh) ONE(asinh) ONE(acosh) ONE(atanh) ONE(exp)
ONE(exp2) ONE(expm1) ONE(log) ONE(log2) ONE(log10) ONE(log1p) ONE(cbrt) ONE(erf) ONE(erfc) ONE(tgamma)
ONE(lgamma)
TWO(copysign) TWO(fmod) TWO(remainder) TWO(fmin) TWO(fmax) TWO(atan2) TWO(pow) TWO(hypot)

double __because_fma(double x, double y, double z) {
    return fma(x, y, z);
}

float __because_fmaf(float x, float y, float z) {
    return fmaf(x, y, z);
}

long double __because_fmal(long double x, long double y, long double z) {
    return fmal(x, y, z);
}

/* What is an input where every run is considered; never read here. */
char __environment_1[131072], __environment_2[131072], __environment_3[131072], __environment_4[131072];

float __VERIFIER_nondet_float(void) {
    return 0;
}

double __VERIFIER_nondet_double(void) {
    return 0;
}

long double __VERIFIER_nondet_longdouble(void) {
    return 0;
}

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        void (*run)(void);
    } checks[] = {
        {"ctype", check_ctype},     {"memory", check_memory}, {"string", check_string}, {"alloc", check_alloc},
        {"convert", check_convert}, {"scanf", check_scanf},   {"input", check_input},   {"output", check_output},
        {"sort", check_sort},       {"random", check_random}, {"misc", check_misc},     {"math", check_math},
        {"calendar", check_calendar}, {"getopt", check_getopt},
    };
    for (size_t i = 0; i < sizeof checks / sizeof checks[0]; i++)
        if (argc < 2 || strcmp(argv[1], checks[i].name) == 0) {
            native_reset();
            checks[i].run();
        }
    printf("%ld comparisons, %d failures\n", comparisons, failures);
    return failures != 0 || comparisons == 0;
}

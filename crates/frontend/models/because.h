/*
 * What every library model may use: types, limits, and the primitives of the engine.
 *
 * The models are the C library as the tool sees it, written in plain C so that every engine runs the same
 * code. A model file is read only when the program needs something it defines, so each file covers one
 * topic and this header declares as little as it can. No system header is read for a model: what a user's
 * program got from the host's headers must agree with this in size and layout, and types that the host
 * keeps to itself (FILE) are only ever handled through pointers.
 *
 * Rules of the house:
 *  - A definition here yields to the user's: a program may define its own `strlen`. Names that C does not
 *    reserve (`index`, `getline`) live in files of their own. Models never call public library functions of
 *    other files; what they share starts with `__model_`.
 *  - A precondition that C states is a `__because_check`; the text says what must hold. Where a plain
 *    dereference says the same, the dereference is enough: it is checked as the user's own would be. All
 *    such failures are reported at the user's call.
 *  - Loops are simple: engines unwind them. No word tricks, no pointer past what C allows.
 *  - Nothing wraps around that need not, so that models stay quiet under the optional arithmetic checks.
 */
#ifndef BECAUSE_H
#define BECAUSE_H

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ssize_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __INTMAX_TYPE__ intmax_t;
typedef __UINTMAX_TYPE__ uintmax_t;
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;
typedef __WCHAR_TYPE__ wchar_t;
typedef __WINT_TYPE__ wint_t;
typedef __builtin_va_list va_list;

/* Never completed here: the host's definition is the user's business. */
typedef struct _IO_FILE FILE;

#define va_start(ap, last) __builtin_va_start(ap, last)
#define va_arg(ap, type) __builtin_va_arg(ap, type)
#define va_copy(to, from) __builtin_va_copy(to, from)
#define va_end(ap) __builtin_va_end(ap)

#define NULL ((void *)0)
#define EOF (-1)

#define INT_MAX __INT_MAX__
#define INT_MIN (-INT_MAX - 1)
#define UINT_MAX (INT_MAX * 2U + 1U)
#define LONG_MAX __LONG_MAX__
#define LONG_MIN (-LONG_MAX - 1L)
#define ULONG_MAX (LONG_MAX * 2UL + 1UL)
#define LLONG_MAX __LONG_LONG_MAX__
#define LLONG_MIN (-LLONG_MAX - 1LL)
#define ULLONG_MAX (LLONG_MAX * 2ULL + 1ULL)
#define SIZE_MAX __SIZE_MAX__
#define PTRDIFF_MAX __PTRDIFF_MAX__

int *__errno_location(void);
#define errno (*__errno_location())
#define EINTR 4
#define ENOENT 2
#define EIO 5
#define EACCES 13
#define EBADF 9
#define ENOMEM 12
#define EINVAL 22
#define ENOTTY 25
#define EDOM 33
#define ERANGE 34
#define EOVERFLOW 75

/* Memory. */
/* A fresh heap object of uninitialised bytes; never fails. */
void *__because_allocate(size_t size, size_t align);
/* The same, and its bytes are zero. */
void *__because_allocate_zeroed(size_t size, size_t align);
/* Ends a heap object; null is ignored. */
void __because_free(void *p);
_Bool __because_freeable(const void *p);
_Bool __because_readable(const void *p, size_t n);
_Bool __because_writable(const void *p, size_t n);
/* Whether it points at text that ends. */
_Bool __because_is_string(const char *p);
size_t __because_object_size(const void *p);
long __because_pointer_offset(const void *p);
/* The number of the object that it points into; 0 for none. */
size_t __because_pointer_object(const void *p);
_Bool __because_same_object(const void *p, const void *q);
/* As memmove; pointers stay pointers and uninitialised bytes stay uninitialised. */
void __because_copy(void *dst, const void *src, size_t n);
void __because_set(void *dst, int byte, size_t n);
/* Whether this allocation fails: an input under --malloc-may-fail, else 0. */
_Bool __because_malloc_may_fail(void);
/* Whether none is to fail, and leaving out the runs in which one was not granted if so. */
_Bool __because_malloc_never_fails(void);

/* Whether random numbers are inputs, else 0. */
_Bool __because_random_input(void);

/* The outside. Streams: 1 is standard output, 2 standard error. */
int __because_print(int stream, const char *format, va_list ap);
int __because_format(char *buf, size_t n, const char *format, va_list ap);
void __because_putchar(int stream, int c);
/* The next byte of standard input, or -1 at its end. */
int __because_getchar(void);
/*
 * Whether standard input is any text at all: in the symbolic engine, unless it was given a text. Then it is
 * chosen as it is read, by the functions below; otherwise they are never called.
 */
_Bool __because_input_is_open(void);
/*
 * What the conversion of a number meets: 0 what it wants, 1 something else, 2 the end. The target names it;
 * the base (1 for floating numbers) and the width, if not 0, say how it may be written.
 */
int __because_choose_outcome(const void *target, int base, int width);
/* Whether the next character is this one: 0 yes, 1 no, 2 there is none. */
int __because_choose_literal(int c);
/* Whether input ends here: 0 no, 2 yes. */
int __because_choose_end(void);
/* The next character that is no white space, or -1 at the end. */
int __because_choose_first(void);
/* One more character, or -1 before the one that ends it; a space stands for all white space. */
int __because_choose_next(int end);
/* The number that it is. */
signed char __because_choose_schar(const void *target, int base, int width);
unsigned char __because_choose_uchar(const void *target, int base, int width);
short __because_choose_short(const void *target, int base, int width);
unsigned short __because_choose_ushort(const void *target, int base, int width);
int __because_choose_int(const void *target, int base, int width);
unsigned int __because_choose_uint(const void *target, int base, int width);
long __because_choose_long(const void *target, int base, int width);
unsigned long __because_choose_ulong(const void *target, int base, int width);
long long __because_choose_llong(const void *target, int base, int width);
unsigned long long __because_choose_ullong(const void *target, int base, int width);
float __because_choose_float(const void *target, int base, int width);
double __because_choose_double(const void *target, int base, int width);
long double __because_choose_ldouble(const void *target, int base, int width);
int __because_input_int(const char *name);
long __because_input_long(const char *name);
/* Runs the functions with __attribute__((destructor)) and ends the run. */
_Noreturn void __because_halt(int status);
/* Ends the run at once. */
_Noreturn void __because_halt_now(int status);
_Noreturn void __because_abort(void);
/* Calls the program's handler of SIGABRT, if the program knows signals at all. */
void __because_raise_abort(void);

/* Claims. */
void __because_assume(_Bool cond);
void __because_check(_Bool cond, const char *text);
void __because_check_free(_Bool cond, const char *text);
void __because_unsupported(const char *what);
/* Deadlock, in programs that start no threads. */
void __because_check_deadlock(_Bool condition, const char *text);
#define FOR_NOBODY "what is waited for can still happen: there is no other thread"

/* Numbers. */
double __because_strtod(const char *s, char **end);
float __because_strtof(const char *s, char **end);
long double __because_strtold(const char *s, char **end);
int __because_get_rounding(void);
void __because_set_rounding(int mode);

/*
 * Whether the n bytes at p and the m bytes at q have no byte in common. The offsets are those of pointers
 * into one object, so their difference cannot overflow.
 */
static inline _Bool __model_ranges_apart(const void *p, size_t n, const void *q, size_t m) {
    if (n == 0 || m == 0 || !__because_same_object(p, q))
        return 1;
    long distance = __because_pointer_offset(p) - __because_pointer_offset(q);
    return distance < 0 ? (size_t)-distance >= n : (size_t)distance >= m;
}

/* Both have n bytes. */
static inline _Bool __model_apart(const void *p, const void *q, size_t n) {
    return __model_ranges_apart(p, n, q, n);
}

#endif

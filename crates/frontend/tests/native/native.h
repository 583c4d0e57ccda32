/*
 * For the checks of the library models against the host's C library. The models are compiled with every name
 * they define prefixed by m_, so that m_strlen and strlen can be asked the same.
 */
#ifndef NATIVE_H
#define NATIVE_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Declares the model of a function as the host declares the function. */
#define MODEL(name) extern __typeof__(name) m_##name

/* What the models did through the primitives. */
extern char native_output[3][4096];
extern size_t native_output_size[3];
extern const char *native_input;
extern int native_checks_failed;
extern int native_unsupported;
extern long native_environment;
void native_reset(void);

int *m___errno_location(void);
#define m_errno (*m___errno_location())

/* Counts and reports; the first failures are printed. */
extern int failures;
extern long comparisons;
void fail(const char *file, int line, const char *format, ...) __attribute__((format(printf, 3, 4)));
#define EXPECT(cond, ...)                                                                                      \
    do {                                                                                                       \
        comparisons++;                                                                                         \
        if (!(cond))                                                                                           \
            fail(__FILE__, __LINE__, __VA_ARGS__);                                                             \
    } while (0)

/* A generator of our own, so that runs are the same everywhere. */
unsigned int pick(unsigned int below);

void check_ctype(void);
void check_memory(void);
void check_string(void);
void check_alloc(void);
void check_convert(void);
void check_scanf(void);
void check_input(void);
void check_output(void);
void check_sort(void);
void check_random(void);
void check_misc(void);
void check_math(void);
void check_calendar(void);
void check_getopt(void);

#endif

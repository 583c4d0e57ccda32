/*
 * The functions of the scanf family under names with a prefix: glibc's headers call them by others than the standard's.
 */
#ifndef SCANF_MODEL_H
#define SCANF_MODEL_H

#include "stdio_model.h"

int __model_scan_stream(FILE *stream, const char *format, va_list ap);
int __model_scan_text(const char *text, const char *format, va_list ap);

#define SCANF_FAMILY(prefix)                                                                            \
    int prefix##vfscanf(FILE *restrict stream, const char *restrict format, va_list ap) {               \
        return __model_scan_stream(stream, format, ap);                                                 \
    }                                                                                                   \
    int prefix##vsscanf(const char *restrict text, const char *restrict format, va_list ap) {           \
        return __model_scan_text(text, format, ap);                                                     \
    }                                                                                                   \
    int prefix##vscanf(const char *restrict format, va_list ap) {                                       \
        return __model_scan_stream(stdin, format, ap);                                                  \
    }                                                                                                   \
    int prefix##fscanf(FILE *restrict stream, const char *restrict format, ...) {                       \
        va_list ap;                                                                                     \
        va_start(ap, format);                                                                           \
        int done = __model_scan_stream(stream, format, ap);                                             \
        va_end(ap);                                                                                     \
        return done;                                                                                    \
    }                                                                                                   \
    int prefix##scanf(const char *restrict format, ...) {                                               \
        va_list ap;                                                                                     \
        va_start(ap, format);                                                                           \
        int done = __model_scan_stream(stdin, format, ap);                                              \
        va_end(ap);                                                                                     \
        return done;                                                                                    \
    }                                                                                                   \
    int prefix##sscanf(const char *restrict text, const char *restrict format, ...) {                   \
        va_list ap;                                                                                     \
        va_start(ap, format);                                                                           \
        int done = __model_scan_text(text, format, ap);                                                 \
        va_end(ap);                                                                                     \
        return done;                                                                                    \
    }

#endif

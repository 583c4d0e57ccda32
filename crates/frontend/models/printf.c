/*
 * Formatted output that needs no stream object (C11 7.21.6): printf to standard output and the sprintf
 * family. The formatting itself is a primitive; the engine reads the format and the arguments. sprintf has
 * all the room there is, so that a buffer that is too small is caught by the writes to it.
 */
#include "because.h"

int vprintf(const char *restrict format, va_list ap) {
    return __because_print(1, format, ap);
}

int printf(const char *restrict format, ...) {
    va_list ap;
    va_start(ap, format);
    int count = __because_print(1, format, ap);
    va_end(ap);
    return count;
}

int vsnprintf(char *restrict buf, size_t n, const char *restrict format, va_list ap) {
    return __because_format(buf, n, format, ap);
}

int snprintf(char *restrict buf, size_t n, const char *restrict format, ...) {
    va_list ap;
    va_start(ap, format);
    int count = __because_format(buf, n, format, ap);
    va_end(ap);
    return count;
}

int vsprintf(char *restrict buf, const char *restrict format, va_list ap) {
    return __because_format(buf, INT_MAX, format, ap);
}

int sprintf(char *restrict buf, const char *restrict format, ...) {
    va_list ap;
    va_start(ap, format);
    int count = __because_format(buf, INT_MAX, format, ap);
    va_end(ap);
    return count;
}

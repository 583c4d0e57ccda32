/*
 * printf and vprintf (C11 7.21.6.3, 7.21.6.10), which need no stream object. The formatting is a primitive: the
 * engine reads the format and the arguments.
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

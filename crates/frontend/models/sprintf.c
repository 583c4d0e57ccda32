/*
 * Formatted output into memory (C11 7.21.6.5, 7.21.6.6). It is formatted twice, first for its length, so that a
 * buffer without room for it is a claim that fails and not a write that goes astray.
 */
#include "because.h"
#include "format_model.h"

/* Writes at most n characters with the zero, as many as there are. */
static int into(char *buf, size_t n, const char *format, va_list ap) {
    va_list again;
    va_copy(again, ap);
    int count = __model_format(NULL, 0, format, again);
    va_end(again);
    if (count < 0 || n == 0)
        return count;
    size_t written = (size_t)count < n ? (size_t)count + 1 : n;
    __because_check(__because_writable(buf, written), "the buffer has room for the formatted text");
    return __model_format(buf, n, format, ap);
}

int vsnprintf(char *restrict buf, size_t n, const char *restrict format, va_list ap) {
    return into(buf, n, format, ap);
}

int snprintf(char *restrict buf, size_t n, const char *restrict format, ...) {
    va_list ap;
    va_start(ap, format);
    int count = into(buf, n, format, ap);
    va_end(ap);
    return count;
}

int vsprintf(char *restrict buf, const char *restrict format, va_list ap) {
    return into(buf, INT_MAX, format, ap);
}

int sprintf(char *restrict buf, const char *restrict format, ...) {
    va_list ap;
    va_start(ap, format);
    int count = into(buf, INT_MAX, format, ap);
    va_end(ap);
    return count;
}

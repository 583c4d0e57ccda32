/*
 * GNU's asprintf: formatted output to a fresh string. The text is formatted twice, first for its length.
 */
#include "because.h"
#include "format_model.h"

int vasprintf(char **restrict result, const char *restrict format, va_list ap) {
    va_list again;
    va_copy(again, ap);
    int count = __model_format(NULL, 0, format, ap);
    if (count < 0 || __because_malloc_may_fail()) {
        va_end(again);
        errno = ENOMEM;
        return -1;
    }
    char *text = __because_allocate((size_t)count + 1, 16);
    __model_format(text, (size_t)count + 1, format, again);
    va_end(again);
    *result = text;
    return count;
}

int asprintf(char **restrict result, const char *restrict format, ...) {
    va_list ap;
    va_start(ap, format);
    int count = vasprintf(result, format, ap);
    va_end(ap);
    return count;
}

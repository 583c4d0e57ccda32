/*
 * POSIX's getline and getdelim: lines of any length in storage that grows as realloc's would. The storage
 * starts at 120 bytes and doubles, which is glibc's way for lines that fit its buffer.
 */
#include "stdio_model.h"

static ssize_t read_until(char **line, size_t *size, int delimiter, FILE *stream) {
    if (line == NULL || size == NULL) {
        errno = EINVAL;
        return -1;
    }
    if (*line != NULL)
        __because_check_free(__because_freeable(*line),
                             "getline buffer is null or points to the start of a heap object");
    if (*line == NULL || *size == 0) {
        if (__because_malloc_may_fail()) {
            errno = ENOMEM;
            return -1;
        }
        __because_free(*line);
        *size = 120;
        *line = __because_allocate(*size, 16);
    }
    size_t n = 0;
    for (;;) {
        int c = __model_getc(stream);
        if (c == EOF)
            break;
        if (n + 2 > *size) {
            if (__because_malloc_may_fail()) {
                errno = ENOMEM;
                return -1;
            }
            size_t larger = *size * 2 > n + 2 ? *size * 2 : n + 2;
            char *fresh = __because_allocate(larger, 16);
            __because_copy(fresh, *line, n);
            __because_free(*line);
            *line = fresh;
            *size = larger;
        }
        (*line)[n] = (char)c;
        n++;
        if (c == delimiter)
            break;
    }
    if (n == 0)
        return -1;
    (*line)[n] = '\0';
    return (ssize_t)n;
}

ssize_t getdelim(char **restrict line, size_t *restrict size, int delimiter, FILE *restrict stream) {
    return read_until(line, size, delimiter, stream);
}

ssize_t __getdelim(char **restrict line, size_t *restrict size, int delimiter, FILE *restrict stream) {
    return read_until(line, size, delimiter, stream);
}

ssize_t getline(char **restrict line, size_t *restrict size, FILE *restrict stream) {
    return read_until(line, size, '\n', stream);
}

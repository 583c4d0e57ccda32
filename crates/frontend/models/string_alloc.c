/*
 * Strings in fresh storage: strdup, strndup (POSIX, C23) and memdup's GNU relatives. They fail exactly when
 * malloc may.
 */
#include "because.h"

static char *duplicate(const char *s, size_t n) {
    if (__because_malloc_may_fail()) {
        errno = ENOMEM;
        return NULL;
    }
    char *copy = __because_allocate(n + 1, 16);
    __because_copy(copy, s, n);
    copy[n] = '\0';
    return copy;
}

char *strdup(const char *s) {
    size_t n = 0;
    while (s[n] != '\0')
        n++;
    return duplicate(s, n);
}

char *__strdup(const char *s) {
    return strdup(s);
}

char *strndup(const char *s, size_t limit) {
    size_t n = 0;
    while (n < limit && s[n] != '\0')
        n++;
    return duplicate(s, n);
}

char *__strndup(const char *s, size_t limit) {
    return strndup(s, limit);
}

/*
 * The mem* functions that POSIX and GNU add to string.h, with the names that compilers and glibc's headers
 * give them.
 */
#include "memory_model.h"

COPY_APART(mempcpy, (char *)dst + n)

void *__mempcpy(void *restrict dst, const void *restrict src, size_t n) {
    return mempcpy(dst, src, n);
}

/* Copies up to and including the first c; null if there is none. */
void *memccpy(void *restrict dst, const void *restrict src, int c, size_t n) {
    unsigned char *to = dst;
    const unsigned char *from = src;
    unsigned char wanted = (unsigned char)c;
    for (size_t i = 0; i < n; i++) {
        to[i] = from[i];
        if (from[i] == wanted)
            return to + i + 1;
    }
    return NULL;
}

void *memrchr(const void *memory, int c, size_t n) {
    const unsigned char *bytes = memory;
    unsigned char wanted = (unsigned char)c;
    for (size_t i = n; i > 0; i--)
        if (bytes[i - 1] == wanted)
            return (void *)(bytes + (i - 1));
    return NULL;
}

void *rawmemchr(const void *memory, int c) {
    const unsigned char *bytes = memory;
    unsigned char wanted = (unsigned char)c;
    size_t i = 0;
    while (bytes[i] != wanted)
        i++;
    return (void *)(bytes + i);
}

void *memmem(const void *memory, size_t n, const void *wanted, size_t m) {
    const unsigned char *bytes = memory;
    const unsigned char *pattern = wanted;
    if (m > n)
        return NULL;
    for (size_t i = 0; i <= n - m; i++) {
        size_t j = 0;
        while (j < m && bytes[i + j] == pattern[j])
            j++;
        if (j == m)
            return (void *)(bytes + i);
    }
    return NULL;
}

void explicit_bzero(void *dst, size_t n) {
    if (n == 0)
        return;
    __because_check(__because_writable(dst, n), "explicit_bzero destination is writable for its whole size");
    __because_set(dst, 0, n);
}

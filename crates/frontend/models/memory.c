/*
 * The mem* functions of string.h (C11 7.24.2.1, 7.24.2.2, 7.24.4.1, 7.24.5.1, 7.24.6.1).
 *
 * Copies and fills are primitives, so that bytes keep what they are: parts of pointers, or uninitialised.
 * Comparing demands both objects whole, reads the bytes one by one and stops at the first difference. The search reads
 * no further than what it finds. A size of zero asks nothing of the pointers: every C library works that way, and the next C standard says so.
 */
#include "memory_model.h"

COPY_APART(memcpy, dst)

void *memmove(void *dst, const void *src, size_t n) {
    if (n == 0)
        return dst;
    __because_check(__because_readable(src, n), "memmove source is readable for its whole size");
    __because_check(__because_writable(dst, n), "memmove destination is writable for its whole size");
    __because_copy(dst, src, n);
    return dst;
}

void *memset(void *dst, int byte, size_t n) {
    if (n == 0)
        return dst;
    __because_check(__because_writable(dst, n), "memset destination is writable for its whole size");
    __because_set(dst, byte, n);
    return dst;
}

int memcmp(const void *left, const void *right, size_t n) {
    if (n == 0)
        return 0;
    __because_check(__because_readable(left, n), "the first object of memcmp is readable for its whole size");
    __because_check(__because_readable(right, n), "the second object of memcmp is readable for its whole size");
    const unsigned char *a = left;
    const unsigned char *b = right;
    for (size_t i = 0; i < n; i++)
        if (a[i] != b[i])
            return a[i] - b[i];
    return 0;
}

void *memchr(const void *memory, int c, size_t n) {
    const unsigned char *bytes = memory;
    unsigned char wanted = (unsigned char)c;
    for (size_t i = 0; i < n; i++)
        if (bytes[i] == wanted)
            return (void *)(bytes + i);
    return NULL;
}

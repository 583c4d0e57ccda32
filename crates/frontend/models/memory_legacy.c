/*
 * The BSD names of strings.h: bcmp, bcopy, bzero. Note bcopy's order of arguments.
 */
#include "because.h"

int bcmp(const void *left, const void *right, size_t n) {
    const unsigned char *a = left;
    const unsigned char *b = right;
    for (size_t i = 0; i < n; i++)
        if (a[i] != b[i])
            return a[i] - b[i];
    return 0;
}

void bcopy(const void *src, void *dst, size_t n) {
    if (n == 0)
        return;
    __because_check(__because_readable(src, n), "bcopy source is readable for its whole size");
    __because_check(__because_writable(dst, n), "bcopy destination is writable for its whole size");
    __because_copy(dst, src, n);
}

void bzero(void *dst, size_t n) {
    if (n == 0)
        return;
    __because_check(__because_writable(dst, n), "bzero destination is writable for its whole size");
    __because_set(dst, 0, n);
}

/*
 * The names that _FORTIFY_SOURCE gives to memory and string functions, found in files that were preprocessed
 * with it. Each has the size of the destination, as the compiler knew it, as a further argument. They do the
 * work themselves: the program may define memcpy as a call of __memcpy_chk.
 */
#include "because.h"

#define ROOM(n, room) __because_check((n) <= (room), "the destination has room for what is written")

static void copy(void *dst, const void *src, size_t n) {
    if (n == 0)
        return;
    __because_check(__because_readable(src, n), "the source is readable for its whole size");
    __because_check(__because_writable(dst, n), "the destination is writable for its whole size");
    __because_copy(dst, src, n);
}

static size_t length(const char *s, size_t limit) {
    size_t n = 0;
    while (n < limit && s[n] != '\0')
        n++;
    return n;
}

void *__memcpy_chk(void *restrict dst, const void *restrict src, size_t n, size_t room) {
    ROOM(n, room);
    __because_check(__model_apart(dst, src, n), "memcpy source and destination do not overlap");
    copy(dst, src, n);
    return dst;
}

void *__memmove_chk(void *dst, const void *src, size_t n, size_t room) {
    ROOM(n, room);
    copy(dst, src, n);
    return dst;
}

void *__mempcpy_chk(void *restrict dst, const void *restrict src, size_t n, size_t room) {
    ROOM(n, room);
    __because_check(__model_apart(dst, src, n), "mempcpy source and destination do not overlap");
    copy(dst, src, n);
    return (char *)dst + n;
}

void *__memset_chk(void *dst, int byte, size_t n, size_t room) {
    ROOM(n, room);
    if (n == 0)
        return dst;
    __because_check(__because_writable(dst, n), "memset destination is writable for its whole size");
    __because_set(dst, byte, n);
    return dst;
}

#define STRING_COPY(name, result)                                                                       \
    char *__##name##_chk(char *restrict dst, const char *restrict src, size_t room) {                   \
        size_t n = length(src, SIZE_MAX) + 1;                                                           \
        ROOM(n, room);                                                                                  \
        __because_check(__model_apart(dst, src, n), #name " source and destination do not overlap");    \
        copy(dst, src, n);                                                                              \
        return result;                                                                                  \
    }
STRING_COPY(strcpy, dst)
STRING_COPY(stpcpy, dst + (n - 1))

static size_t copy_padded(char *dst, const char *src, size_t n) {
    size_t used = length(src, n);
    __because_check(__model_ranges_apart(dst, n, src, used < n ? used + 1 : n), "strncpy source and destination do not overlap");
    copy(dst, src, used);
    for (size_t i = used; i < n; i++)
        dst[i] = '\0';
    return used;
}

char *__strncpy_chk(char *restrict dst, const char *restrict src, size_t n, size_t room) {
    ROOM(n, room);
    copy_padded(dst, src, n);
    return dst;
}

char *__stpncpy_chk(char *restrict dst, const char *restrict src, size_t n, size_t room) {
    ROOM(n, room);
    return dst + copy_padded(dst, src, n);
}

/* Of the source, one byte more than n is read where a terminator ends it. */
static void append(char *dst, const char *src, size_t n, size_t read, size_t room) {
    size_t used = length(dst, SIZE_MAX);
    ROOM(used + n + 1, room);
    __because_check(__model_ranges_apart(dst + used, n + 1, src, read), "strcat source and destination do not overlap");
    copy(dst + used, src, n);
    dst[used + n] = '\0';
}

char *__strcat_chk(char *restrict dst, const char *restrict src, size_t room) {
    size_t n = length(src, SIZE_MAX);
    append(dst, src, n, n + 1, room);
    return dst;
}

char *__strncat_chk(char *restrict dst, const char *restrict src, size_t n, size_t room) {
    size_t used = length(src, n);
    append(dst, src, used, used < n ? used + 1 : n, room);
    return dst;
}

void __chk_fail(void) {
    __because_check(0, "no buffer overflow was detected");
    __because_abort();
}

void __stack_chk_fail(void) {
    __because_check(0, "no stack smashing was detected");
    __because_abort();
}

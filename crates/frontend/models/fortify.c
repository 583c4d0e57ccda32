/*
 * The names that _FORTIFY_SOURCE gives to memory and string functions, found in files that were preprocessed
 * with it. Each has the size of the destination, as the compiler knew it, as a further argument.
 */
#include "because.h"

#define ROOM(n, room) __because_check((n) <= (room), "the destination has room for what is written")

void *memcpy(void *restrict dst, const void *restrict src, size_t n);
void *memmove(void *dst, const void *src, size_t n);
void *memset(void *dst, int byte, size_t n);
void *mempcpy(void *restrict dst, const void *restrict src, size_t n);
char *strcpy(char *restrict dst, const char *restrict src);
char *strncpy(char *restrict dst, const char *restrict src, size_t n);
char *strcat(char *restrict dst, const char *restrict src);
char *strncat(char *restrict dst, const char *restrict src, size_t n);
char *stpcpy(char *restrict dst, const char *restrict src);
char *stpncpy(char *restrict dst, const char *restrict src, size_t n);

static size_t length(const char *s) {
    size_t n = 0;
    while (s[n] != '\0')
        n++;
    return n;
}

void *__memcpy_chk(void *restrict dst, const void *restrict src, size_t n, size_t room) {
    ROOM(n, room);
    return memcpy(dst, src, n);
}

void *__memmove_chk(void *dst, const void *src, size_t n, size_t room) {
    ROOM(n, room);
    return memmove(dst, src, n);
}

void *__memset_chk(void *dst, int byte, size_t n, size_t room) {
    ROOM(n, room);
    return memset(dst, byte, n);
}

void *__mempcpy_chk(void *restrict dst, const void *restrict src, size_t n, size_t room) {
    ROOM(n, room);
    return mempcpy(dst, src, n);
}

char *__strcpy_chk(char *restrict dst, const char *restrict src, size_t room) {
    ROOM(length(src) + 1, room);
    return strcpy(dst, src);
}

char *__stpcpy_chk(char *restrict dst, const char *restrict src, size_t room) {
    ROOM(length(src) + 1, room);
    return stpcpy(dst, src);
}

char *__strncpy_chk(char *restrict dst, const char *restrict src, size_t n, size_t room) {
    ROOM(n, room);
    return strncpy(dst, src, n);
}

char *__stpncpy_chk(char *restrict dst, const char *restrict src, size_t n, size_t room) {
    ROOM(n, room);
    return stpncpy(dst, src, n);
}

char *__strcat_chk(char *restrict dst, const char *restrict src, size_t room) {
    ROOM(length(dst) + length(src) + 1, room);
    return strcat(dst, src);
}

char *__strncat_chk(char *restrict dst, const char *restrict src, size_t n, size_t room) {
    size_t used = length(dst);
    size_t added = 0;
    while (added < n && src[added] != '\0')
        added++;
    ROOM(used + added + 1, room);
    return strncat(dst, src, n);
}

void __chk_fail(void) {
    __because_check(0, "no buffer overflow was detected");
    __because_abort();
}

void __stack_chk_fail(void) {
    __because_check(0, "no stack smashing was detected");
    __because_abort();
}

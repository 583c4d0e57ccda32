/*
 * The str* functions that C itself has (C11 7.24), except strerror (strerror.c), strtok (strtok.c) and
 * strstr (string_search.c).
 *
 * Each works character by character; its own accesses are the checks that a string ends inside its object
 * and that the destination has room. That source and destination do not overlap is claimed once the length
 * is known; the terminator is part of what is read, and padding of what is written. A copy onto itself that
 * never ends runs out of its object first. In the "C" locale strcoll is strcmp and strxfrm is a copy.
 */
#include "string_model.h"

size_t strlen(const char *s) {
    size_t n = 0;
    while (s[n] != '\0')
        n++;
    return n;
}

STRING_COPY(strcpy, dst)

char *strncpy(char *restrict dst, const char *restrict src, size_t n) {
    size_t i = 0;
    while (i < n && src[i] != '\0') {
        dst[i] = src[i];
        i++;
    }
    __because_check(__model_ranges_apart(dst, n, src, i < n ? i + 1 : n), "strncpy source and destination do not overlap");
    while (i < n) {
        dst[i] = '\0';
        i++;
    }
    return dst;
}

char *strcat(char *restrict dst, const char *restrict src) {
    size_t end = 0;
    while (dst[end] != '\0')
        end++;
    size_t n = 0;
    while ((dst[end + n] = src[n]) != '\0')
        n++;
    __because_check(__model_apart(dst + end, src, n + 1), "strcat source and destination do not overlap");
    return dst;
}

char *strncat(char *restrict dst, const char *restrict src, size_t n) {
    size_t end = 0;
    while (dst[end] != '\0')
        end++;
    size_t i = 0;
    while (i < n && src[i] != '\0') {
        dst[end + i] = src[i];
        i++;
    }
    __because_check(__model_ranges_apart(dst + end, i + 1, src, i < n ? i + 1 : n), "strncat source and destination do not overlap");
    dst[end + i] = '\0';
    return dst;
}

int strcmp(const char *left, const char *right) {
    size_t i = 0;
    while (left[i] != '\0' && left[i] == right[i])
        i++;
    return (unsigned char)left[i] - (unsigned char)right[i];
}

int strncmp(const char *left, const char *right, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (left[i] != right[i])
            return (unsigned char)left[i] - (unsigned char)right[i];
        if (left[i] == '\0')
            return 0;
    }
    return 0;
}

int strcoll(const char *left, const char *right) {
    size_t i = 0;
    while (left[i] != '\0' && left[i] == right[i])
        i++;
    return (unsigned char)left[i] - (unsigned char)right[i];
}

/* The length of all of src, of which dst gets what fits in n bytes. */
size_t strxfrm(char *restrict dst, const char *restrict src, size_t n) {
    size_t i = 0;
    while (src[i] != '\0') {
        if (i < n)
            dst[i] = src[i];
        i++;
    }
    if (i < n)
        dst[i] = '\0';
    return i;
}

FIRST_CHARACTER(strchr)
LAST_CHARACTER(strrchr)

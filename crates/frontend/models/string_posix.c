/*
 * String functions of POSIX, BSD and GNU that need no allocation. strlcpy and strlcat are in glibc since
 * 2.38. Letters are compared as in the "C" locale.
 */
#include "string_model.h"

static int lower(char c) {
    unsigned char byte = (unsigned char)c;
    return byte >= 'A' && byte <= 'Z' ? byte - 'A' + 'a' : byte;
}

size_t strnlen(const char *s, size_t n) {
    size_t i = 0;
    while (i < n && s[i] != '\0')
        i++;
    return i;
}

STRING_COPY(stpcpy, dst + n)

char *__stpcpy(char *restrict dst, const char *restrict src) {
    return stpcpy(dst, src);
}

/* Points at the first of the padding zeros, or behind the n characters. */
char *stpncpy(char *restrict dst, const char *restrict src, size_t n) {
    size_t i = 0;
    while (i < n && src[i] != '\0') {
        dst[i] = src[i];
        i++;
    }
    __because_check(__model_ranges_apart(dst, n, src, i < n ? i + 1 : n), "stpncpy source and destination do not overlap");
    for (size_t j = i; j < n; j++)
        dst[j] = '\0';
    return dst + i;
}

int strcasecmp(const char *left, const char *right) {
    size_t i = 0;
    while (left[i] != '\0' && lower(left[i]) == lower(right[i]))
        i++;
    return lower(left[i]) - lower(right[i]);
}

int strncasecmp(const char *left, const char *right, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (lower(left[i]) != lower(right[i]))
            return lower(left[i]) - lower(right[i]);
        if (left[i] == '\0')
            return 0;
    }
    return 0;
}

char *strchrnul(const char *s, int c) {
    char wanted = (char)c;
    size_t i = 0;
    while (s[i] != '\0' && s[i] != wanted)
        i++;
    return (char *)(s + i);
}

char *strcasestr(const char *text, const char *wanted) {
    if (wanted[0] == '\0')
        return (char *)text;
    for (size_t i = 0; text[i] != '\0'; i++) {
        size_t j = 0;
        while (wanted[j] != '\0' && lower(text[i + j]) == lower(wanted[j]))
            j++;
        if (wanted[j] == '\0')
            return (char *)(text + i);
        if (text[i + j] == '\0')
            return NULL;
    }
    return NULL;
}

/* The length it tried to make; the copy always ends in a zero when n is not 0. */
size_t strlcpy(char *restrict dst, const char *restrict src, size_t n) {
    size_t i = 0;
    while (src[i] != '\0') {
        if (i + 1 < n)
            dst[i] = src[i];
        i++;
    }
    if (n > 0)
        dst[i < n ? i : n - 1] = '\0';
    return i;
}

size_t strlcat(char *restrict dst, const char *restrict src, size_t n) {
    size_t end = 0;
    while (end < n && dst[end] != '\0')
        end++;
    size_t i = 0;
    while (src[i] != '\0') {
        if (end + i + 1 < n)
            dst[end + i] = src[i];
        i++;
    }
    if (end < n)
        dst[end + i < n ? end + i : n - 1] = '\0';
    return end + i;
}

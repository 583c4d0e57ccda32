/* Copying a string, and finding the first and the last of a character: each has two names. */
#ifndef STRING_MODEL_H
#define STRING_MODEL_H

#include "because.h"

#define STRING_COPY(name, end)                                                                          \
    char *name(char *restrict dst, const char *restrict src) {                                          \
        size_t n = 0;                                                                                   \
        while ((dst[n] = src[n]) != '\0')                                                               \
            n++;                                                                                        \
        __because_check(__model_apart(dst, src, n + 1), #name " source and destination do not overlap");\
        return end;                                                                                     \
    }

#define FIRST_CHARACTER(name)                                                                           \
    char *name(const char *s, int c) {                                                                  \
        char wanted = (char)c;                                                                          \
        for (size_t i = 0;; i++) {                                                                      \
            if (s[i] == wanted)                                                                         \
                return (char *)(s + i);                                                                 \
            if (s[i] == '\0')                                                                           \
                return NULL;                                                                            \
        }                                                                                               \
    }

#define LAST_CHARACTER(name)                                                                            \
    char *name(const char *s, int c) {                                                                  \
        char wanted = (char)c;                                                                          \
        const char *found = NULL;                                                                       \
        for (size_t i = 0;; i++) {                                                                      \
            if (s[i] == wanted)                                                                         \
                found = s + i;                                                                          \
            if (s[i] == '\0')                                                                           \
                return (char *)found;                                                                   \
        }                                                                                               \
    }

#endif

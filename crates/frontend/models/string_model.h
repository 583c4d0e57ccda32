/* Finding the first and the last of a character, which have two names each. */
#ifndef STRING_MODEL_H
#define STRING_MODEL_H

#include "because.h"

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

/*
 * strtok (C11 7.24.5.8) with POSIX's strtok_r, on which it is defined, and BSD's strsep.
 */
#include "because.h"

static _Bool among(char c, const char *set) {
    for (size_t i = 0; set[i] != '\0'; i++)
        if (set[i] == c)
            return 1;
    return 0;
}

static char *next_token(char *s, const char *separators, char **rest) {
    if (s == NULL) {
        s = *rest;
        /* glibc crashes here, C says nothing: a first call with null has no string to go on with. */
        if (s == NULL)
            return NULL;
    }
    while (*s != '\0' && among(*s, separators))
        s++;
    if (*s == '\0') {
        *rest = s;
        return NULL;
    }
    char *token = s;
    while (*s != '\0' && !among(*s, separators))
        s++;
    if (*s != '\0') {
        *s = '\0';
        s++;
    }
    *rest = s;
    return token;
}

char *strtok_r(char *restrict s, const char *restrict separators, char **restrict rest) {
    return next_token(s, separators, rest);
}

char *__strtok_r(char *restrict s, const char *restrict separators, char **restrict rest) {
    return next_token(s, separators, rest);
}

char *strtok(char *restrict s, const char *restrict separators) {
    static char *rest;
    return next_token(s, separators, &rest);
}

/* Unlike strtok it finds empty tokens, and says that it is done by a null in *rest. */
char *strsep(char **restrict rest, const char *restrict separators) {
    char *token = *rest;
    if (token == NULL)
        return NULL;
    char *s = token;
    while (*s != '\0' && !among(*s, separators))
        s++;
    if (*s == '\0') {
        *rest = NULL;
    } else {
        *s = '\0';
        *rest = s + 1;
    }
    return token;
}

/*
 * Searching strings for strings and for sets of characters (C11 7.24.5). The plain quadratic ways: short to
 * unwind and easy to follow.
 */
#include "because.h"

static _Bool among(char c, const char *set) {
    for (size_t i = 0; set[i] != '\0'; i++)
        if (set[i] == c)
            return 1;
    return 0;
}

char *strstr(const char *text, const char *wanted) {
    if (wanted[0] == '\0')
        return (char *)text;
    for (size_t i = 0; text[i] != '\0'; i++) {
        size_t j = 0;
        while (wanted[j] != '\0' && text[i + j] == wanted[j])
            j++;
        if (wanted[j] == '\0')
            return (char *)(text + i);
        if (text[i + j] == '\0')
            return NULL;
    }
    return NULL;
}

size_t strspn(const char *s, const char *accept) {
    size_t n = 0;
    while (s[n] != '\0' && among(s[n], accept))
        n++;
    return n;
}

size_t strcspn(const char *s, const char *reject) {
    size_t n = 0;
    while (s[n] != '\0' && !among(s[n], reject))
        n++;
    return n;
}

char *strpbrk(const char *s, const char *accept) {
    for (size_t i = 0; s[i] != '\0'; i++)
        if (among(s[i], accept))
            return (char *)(s + i);
    return NULL;
}

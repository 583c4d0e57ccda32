/*
 * strings.h: the BSD names index and rindex for strchr and strrchr, and ffs. In a file of their own because
 * programs like to use these names for other things.
 */
#include "because.h"

char *index(const char *s, int c) {
    char wanted = (char)c;
    for (size_t i = 0;; i++) {
        if (s[i] == wanted)
            return (char *)(s + i);
        if (s[i] == '\0')
            return NULL;
    }
}

char *rindex(const char *s, int c) {
    char wanted = (char)c;
    const char *found = NULL;
    for (size_t i = 0;; i++) {
        if (s[i] == wanted)
            found = s + i;
        if (s[i] == '\0')
            return (char *)found;
    }
}

int ffs(int word) {
    return __builtin_ffs(word);
}

int ffsl(long word) {
    return __builtin_ffsl(word);
}

int ffsll(long long word) {
    return __builtin_ffsll(word);
}

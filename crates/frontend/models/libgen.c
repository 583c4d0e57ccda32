/*
 * POSIX's dirname and both basenames: glibc's headers call the POSIX one __xpg_basename.
 */
#include "because.h"

char *basename(const char *path) {
    const char *last = path;
    for (size_t i = 0; path[i] != '\0'; i++)
        if (path[i] == '/')
            last = path + i + 1;
    return (char *)last;
}

static size_t length(const char *s) {
    size_t n = 0;
    while (s[n] != '\0')
        n++;
    return n;
}

char *__xpg_basename(char *path) {
    if (path == NULL || path[0] == '\0')
        return ".";
    size_t n = length(path);
    while (n > 1 && path[n - 1] == '/')
        n--;
    if (path[n] != '\0')
        path[n] = '\0';
    size_t start = n;
    while (start > 0 && path[start - 1] != '/')
        start--;
    return n == 1 ? path : path + start;
}

char *dirname(char *path) {
    if (path == NULL)
        return ".";
    size_t n = length(path);
    while (n > 1 && path[n - 1] == '/')
        n--;
    while (n > 0 && path[n - 1] != '/')
        n--;
    if (n == 0)
        return ".";
    while (n > 1 && path[n - 1] == '/')
        n--;
    /* Exactly two slashes may mean something of their own. */
    if (n == 1 && path[0] == '/' && path[1] == '/' && path[2] != '/')
        n = 2;
    path[n] = '\0';
    return path;
}

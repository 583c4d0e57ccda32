/*
 * Functions of string.h and unistd.h that few programs use.
 */
#include "because.h"

void swab(const void *restrict from, void *restrict to, ssize_t n) {
    const char *src = from;
    char *dst = to;
    for (ssize_t i = 0; i + 1 < n; i += 2) {
        char first = src[i];
        dst[i] = src[i + 1];
        dst[i + 1] = first;
    }
}

static _Bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* How far a number has begun before a position: 0 not, 1 with a zero only, 2 with another digit. */
static int begun(const char *s, size_t at) {
    size_t from = at;
    while (from > 0 && is_digit(s[from - 1]))
        from--;
    if (from == at)
        return 0;
    for (size_t i = from; i < at; i++)
        if (s[i] != '0')
            return 2;
    return 1;
}

/* Numbers in names are compared by value; those that begin with a zero are fractions. */
int strverscmp(const char *left, const char *right) {
    size_t i = 0;
    while (left[i] == right[i]) {
        if (left[i] == '\0')
            return 0;
        i++;
    }
    int state = begun(left, i);
    int difference = (unsigned char)left[i] - (unsigned char)right[i];
    _Bool first = is_digit(left[i]), second = is_digit(right[i]);
    if (state == 1) {
        /* A fraction is smaller than nothing, and one with more zeros is smaller. */
        if (first != second && (first || second))
            return first ? -1 : 1;
        return difference;
    }
    if (state == 0 && first && second && (left[i] == '0' || right[i] == '0'))
        return difference;
    if (state == 0 && !(first && second))
        return difference;
    size_t n = i, m = i;
    while (is_digit(left[n]))
        n++;
    while (is_digit(right[m]))
        m++;
    return n == m ? difference : n < m ? -1 : 1;
}

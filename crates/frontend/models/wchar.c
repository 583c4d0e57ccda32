/*
 * The wide string functions that are plain arrays of wchar_t (C11 7.29.4), and the conversions of the "C"
 * locale, where a multibyte character is one byte below 128 and nothing else. No wide input or output.
 */
#include "because.h"

#define EILSEQ 84

/* No character takes more than a byte, so there is never a part of one. */
typedef struct __model_mbstate mbstate_t;

size_t wcslen(const wchar_t *s) {
    size_t n = 0;
    while (s[n] != L'\0')
        n++;
    return n;
}

size_t wcsnlen(const wchar_t *s, size_t n) {
    size_t i = 0;
    while (i < n && s[i] != L'\0')
        i++;
    return i;
}

wchar_t *wcscpy(wchar_t *restrict dst, const wchar_t *restrict src) {
    size_t n = 0;
    while ((dst[n] = src[n]) != L'\0')
        n++;
    return dst;
}

wchar_t *wcsncpy(wchar_t *restrict dst, const wchar_t *restrict src, size_t n) {
    size_t i = 0;
    while (i < n && src[i] != L'\0') {
        dst[i] = src[i];
        i++;
    }
    while (i < n) {
        dst[i] = L'\0';
        i++;
    }
    return dst;
}

wchar_t *wcscat(wchar_t *restrict dst, const wchar_t *restrict src) {
    size_t end = 0;
    while (dst[end] != L'\0')
        end++;
    size_t n = 0;
    while ((dst[end + n] = src[n]) != L'\0')
        n++;
    return dst;
}

wchar_t *wcsncat(wchar_t *restrict dst, const wchar_t *restrict src, size_t n) {
    size_t end = 0;
    while (dst[end] != L'\0')
        end++;
    size_t i = 0;
    while (i < n && src[i] != L'\0') {
        dst[end + i] = src[i];
        i++;
    }
    dst[end + i] = L'\0';
    return dst;
}

int wcscmp(const wchar_t *left, const wchar_t *right) {
    size_t i = 0;
    while (left[i] != L'\0' && left[i] == right[i])
        i++;
    return (left[i] > right[i]) - (left[i] < right[i]);
}

int wcsncmp(const wchar_t *left, const wchar_t *right, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (left[i] != right[i])
            return left[i] < right[i] ? -1 : 1;
        if (left[i] == L'\0')
            return 0;
    }
    return 0;
}

wchar_t *wcschr(const wchar_t *s, wchar_t c) {
    for (size_t i = 0;; i++) {
        if (s[i] == c)
            return (wchar_t *)(s + i);
        if (s[i] == L'\0')
            return NULL;
    }
}

wchar_t *wcsrchr(const wchar_t *s, wchar_t c) {
    const wchar_t *found = NULL;
    for (size_t i = 0;; i++) {
        if (s[i] == c)
            found = s + i;
        if (s[i] == L'\0')
            return (wchar_t *)found;
    }
}

wchar_t *wcsstr(const wchar_t *text, const wchar_t *wanted) {
    if (wanted[0] == L'\0')
        return (wchar_t *)text;
    for (size_t i = 0; text[i] != L'\0'; i++) {
        size_t j = 0;
        while (wanted[j] != L'\0' && text[i + j] == wanted[j])
            j++;
        if (wanted[j] == L'\0')
            return (wchar_t *)(text + i);
        if (text[i + j] == L'\0')
            return NULL;
    }
    return NULL;
}

wchar_t *wmemcpy(wchar_t *restrict dst, const wchar_t *restrict src, size_t n) {
    for (size_t i = 0; i < n; i++)
        dst[i] = src[i];
    return dst;
}

wchar_t *wmemmove(wchar_t *dst, const wchar_t *src, size_t n) {
    if (n == 0)
        return dst;
    __because_check(__because_readable(src, n * sizeof(wchar_t)), "wmemmove source is readable");
    __because_check(__because_writable(dst, n * sizeof(wchar_t)), "wmemmove destination is writable");
    __because_copy(dst, src, n * sizeof(wchar_t));
    return dst;
}

wchar_t *wmemset(wchar_t *dst, wchar_t c, size_t n) {
    for (size_t i = 0; i < n; i++)
        dst[i] = c;
    return dst;
}

int wmemcmp(const wchar_t *left, const wchar_t *right, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (left[i] != right[i])
            return left[i] < right[i] ? -1 : 1;
    return 0;
}

wchar_t *wmemchr(const wchar_t *s, wchar_t c, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (s[i] == c)
            return (wchar_t *)(s + i);
    return NULL;
}

int mblen(const char *s, size_t n) {
    if (s == NULL)
        return 0;
    if (n == 0 || (unsigned char)s[0] > 127)
        return -1;
    return s[0] != '\0';
}

int mbtowc(wchar_t *restrict result, const char *restrict s, size_t n) {
    if (s == NULL)
        return 0;
    if (n == 0 || (unsigned char)s[0] > 127)
        return -1;
    if (result != NULL)
        *result = (wchar_t)s[0];
    return s[0] != '\0';
}

int wctomb(char *s, wchar_t c) {
    if (s == NULL)
        return 0;
    if (c < 0 || c > 127)
        return -1;
    s[0] = (char)c;
    return 1;
}

size_t mbstowcs(wchar_t *restrict dst, const char *restrict src, size_t n) {
    size_t i = 0;
    while (dst == NULL || i < n) {
        if ((unsigned char)src[i] > 127)
            return (size_t)-1;
        if (dst != NULL)
            dst[i] = (wchar_t)src[i];
        if (src[i] == '\0')
            return i;
        i++;
    }
    return i;
}

size_t wcstombs(char *restrict dst, const wchar_t *restrict src, size_t n) {
    size_t i = 0;
    while (dst == NULL || i < n) {
        if (src[i] < 0 || src[i] > 127)
            return (size_t)-1;
        if (dst != NULL)
            dst[i] = (char)src[i];
        if (src[i] == L'\0')
            return i;
        i++;
    }
    return i;
}

wint_t btowc(int c) {
    return c >= 0 && c <= 127 ? (wint_t)c : (wint_t)-1;
}

int wctob(wint_t c) {
    return c <= 127 ? (int)c : EOF;
}

size_t mbrtowc(wchar_t *restrict result, const char *restrict s, size_t n, mbstate_t *restrict state) {
    (void)state;
    if (s == NULL)
        return 0;
    if (n == 0)
        return (size_t)-2;
    if ((unsigned char)s[0] > 127) {
        errno = EILSEQ;
        return (size_t)-1;
    }
    if (result != NULL)
        *result = (wchar_t)s[0];
    return s[0] != '\0';
}

size_t wcrtomb(char *restrict s, wchar_t c, mbstate_t *restrict state) {
    (void)state;
    if (s == NULL)
        return 1;
    if (c < 0 || c > 127) {
        errno = EILSEQ;
        return (size_t)-1;
    }
    s[0] = (char)c;
    return 1;
}

int mbsinit(const mbstate_t *state) {
    (void)state;
    return 1;
}

/*
 * Classes of wide characters (C11 7.30) in the "C" locale: those of ctype.h, for any argument.
 */
#include "because.h"

int iswupper(wint_t c) {
    return c >= L'A' && c <= L'Z';
}

int iswlower(wint_t c) {
    return c >= L'a' && c <= L'z';
}

int iswalpha(wint_t c) {
    return iswupper(c) || iswlower(c);
}

int iswdigit(wint_t c) {
    return c >= L'0' && c <= L'9';
}

int iswxdigit(wint_t c) {
    return iswdigit(c) || (c >= L'a' && c <= L'f') || (c >= L'A' && c <= L'F');
}

int iswalnum(wint_t c) {
    return iswalpha(c) || iswdigit(c);
}

int iswspace(wint_t c) {
    return c == L' ' || (c >= L'\t' && c <= L'\r');
}

int iswblank(wint_t c) {
    return c == L' ' || c == L'\t';
}

int iswcntrl(wint_t c) {
    return c < 32 || c == 127;
}

int iswprint(wint_t c) {
    return c >= 32 && c < 127;
}

int iswgraph(wint_t c) {
    return c > 32 && c < 127;
}

int iswpunct(wint_t c) {
    return iswgraph(c) && !iswalnum(c);
}

wint_t towupper(wint_t c) {
    return iswlower(c) ? c - L'a' + L'A' : c;
}

wint_t towlower(wint_t c) {
    return iswupper(c) ? c - L'A' + L'a' : c;
}

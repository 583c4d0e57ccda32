/*
 * Character classes (C11 7.4) in the "C" locale, where the letters are A to Z and nothing above 127 belongs
 * to any class.
 *
 * C wants the argument to be EOF or a value of unsigned char. The host's library also accepts the negative
 * values of a signed char, and beyond that reads outside its table: that is what is claimed here.
 */
#include "because.h"

static void in_range(int c) {
    __because_check(c >= -128 && c <= 255, "the character is EOF or in the range of unsigned char");
}

static _Bool upper(int c) {
    return c >= 'A' && c <= 'Z';
}

static _Bool lower(int c) {
    return c >= 'a' && c <= 'z';
}

static _Bool digit(int c) {
    return c >= '0' && c <= '9';
}

int isupper(int c) {
    in_range(c);
    return upper(c);
}

int islower(int c) {
    in_range(c);
    return lower(c);
}

int isalpha(int c) {
    in_range(c);
    return upper(c) || lower(c);
}

int isdigit(int c) {
    in_range(c);
    return digit(c);
}

int isxdigit(int c) {
    in_range(c);
    return digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

int isalnum(int c) {
    in_range(c);
    return digit(c) || upper(c) || lower(c);
}

int isspace(int c) {
    in_range(c);
    return c == ' ' || (c >= '\t' && c <= '\r');
}

int isblank(int c) {
    in_range(c);
    return c == ' ' || c == '\t';
}

int iscntrl(int c) {
    in_range(c);
    return (c >= 0 && c < 32) || c == 127;
}

int isprint(int c) {
    in_range(c);
    return c >= 32 && c < 127;
}

int isgraph(int c) {
    in_range(c);
    return c > 32 && c < 127;
}

int ispunct(int c) {
    in_range(c);
    return c > 32 && c < 127 && !digit(c) && !upper(c) && !lower(c);
}

/*
 * Any int may be asked: what is no letter is returned as it is, only that glibc's table gives the negative
 * values of a signed char as the unsigned char with the same bits.
 */
static int as_unsigned(int c) {
    return c >= -128 && c < EOF ? c + 256 : c;
}

int toupper(int c) {
    return lower(c) ? c - 'a' + 'A' : as_unsigned(c);
}

int tolower(int c) {
    return upper(c) ? c - 'A' + 'a' : as_unsigned(c);
}

/*
 * isascii, toascii and the underscored case functions, which ask nothing of their argument.
 */
#include "because.h"

int isascii(int c) {
    return c >= 0 && c <= 127;
}

int toascii(int c) {
    return c & 127;
}

int _toupper(int c) {
    return c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c;
}

int _tolower(int c) {
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

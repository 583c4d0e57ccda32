/*
 * perror (C11 7.21.10.4): the text for errno, on standard error.
 */
#include "because.h"

const char *__model_error_text(int number);

static void put(const char *s) {
    for (size_t i = 0; s[i] != '\0'; i++)
        __because_putchar(2, (unsigned char)s[i]);
}

void perror(const char *s) {
    int number = errno;
    if (s != NULL && s[0] != '\0') {
        put(s);
        put(": ");
    }
    put(__model_error_text(number));
    __because_putchar(2, '\n');
}

/*
 * Plain output to standard output: putchar and puts (C11 7.21.7.8, 7.21.7.9). puts returns what glibc's
 * does, the number of characters with the newline.
 */
#include "because.h"

int putchar(int c) {
    __because_putchar(1, (unsigned char)c);
    return (unsigned char)c;
}

int putchar_unlocked(int c) {
    __because_putchar(1, (unsigned char)c);
    return (unsigned char)c;
}

int puts(const char *s) {
    int count = 0;
    while (s[count] != '\0') {
        __because_putchar(1, (unsigned char)s[count]);
        count++;
    }
    __because_putchar(1, '\n');
    return count + 1;
}

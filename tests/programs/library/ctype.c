// because: run
// expect: same-as-cc
#include <ctype.h>
#include <stdio.h>

int main(void) {
    unsigned sum = 0;
    for (int c = 0; c < 256; c++) {
        int bits = !!isalpha(c) | !!isdigit(c) << 1 | !!isspace(c) << 2 | !!isupper(c) << 3 | !!islower(c) << 4
                   | !!ispunct(c) << 5 | !!isprint(c) << 6 | !!iscntrl(c) << 7 | !!isxdigit(c) << 8
                   | !!isalnum(c) << 9 | !!isgraph(c) << 10 | !!isblank(c) << 11;
        sum = sum * 31 + (unsigned)bits;
    }
    printf("%u %d %d\n", sum, isalpha(EOF), toupper(EOF));
    char text[] = "Hello, World 123!";
    for (char *p = text; *p; p++)
        *p = (char)(isupper((unsigned char)*p) ? tolower((unsigned char)*p) : toupper((unsigned char)*p));
    printf("%s\n", text);
    int (*test)(int) = isdigit;
    printf("%d\n", test('5') != 0);
    return 0;
}

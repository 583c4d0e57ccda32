// because: run
// expect: same-as-cc
#include <limits.h>
#include <stdio.h>

int main(void) {
    char c = '\xff';
    signed char sc = (signed char)0x80;
    unsigned char uc = '\377';
    printf("%d %d %d %d\n", c, sc, uc, '\xff');
    printf("%d %d %d\n", c < 0, c == uc, CHAR_MIN);
    printf("%d %d\n", 'a' + 1, "\x80"[0]);
    char text[] = "caf\xc3\xa9";
    int negative = 0;
    for (char *p = text; *p; p++)
        negative += *p < 0;
    printf("%d %zu\n", negative, sizeof text);
    printf("%d\n", 'ab' == ('a' << 8 | 'b'));
    for (unsigned char i = 250; i >= 250; i++)
        printf("%d ", i);
    printf("\n");
    return 0;
}

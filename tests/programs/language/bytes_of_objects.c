// because: run
// expect: same-as-cc
#include <stdio.h>
#include <string.h>

int main(void) {
    int n = 0x0a0b0c0d;
    unsigned char *b = (unsigned char *)&n;
    printf("%d %d %d %d\n", b[0], b[1], b[2], b[3]);
    b[1] = 0xff;
    printf("%x\n", (unsigned)n);
    double d = 1.0;
    unsigned long bits;
    memcpy(&bits, &d, sizeof d);
    printf("%lx\n", bits);
    bits += 1UL << 52;
    memcpy(&d, &bits, sizeof d);
    printf("%g\n", d);
    short halves[2] = {1, 2};
    int both;
    memcpy(&both, halves, sizeof both);
    printf("%x\n", (unsigned)both);
    char text[8] = "abcdefg";
    unsigned first;
    memcpy(&first, text, 4);
    printf("%x\n", first);
    return 0;
}

// because: run
// expect: same-as-cc
#include <stdio.h>

int main(void) {
    short s = 32767;
    signed char c = 127;
    unsigned short u = 65535;
    s++;
    c += 1;
    int product = u * (u >> 1);
    printf("%d %d %d\n", s, c, product);
    return 0;
}

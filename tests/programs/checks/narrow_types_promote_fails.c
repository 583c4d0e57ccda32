// because: run
// expect: fails signed_overflow at line 14
#ifndef FACTOR
#define FACTOR (u - 1)
#endif
#include <stdio.h>

int main(void) {
    short s = 32767;
    signed char c = 127;
    unsigned short u = 65535;
    s++;
    c += 1;
    int product = u * FACTOR; /* fails */
    printf("%d %d %d\n", s, c, product);
    return 0;
}

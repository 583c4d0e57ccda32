// because: run
// expect: same-as-cc
#include <stdio.h>

int main(void) {
    int a = 0x5a5a, b = -3;
    printf("%d %d %d %d\n", a & b, a | b, a ^ b, ~a);
    printf("%d %d\n", a & ~0xff, !(a & 1));
    unsigned m = 0;
    m |= 1u << 3;
    m |= 1u << 31;
    m ^= 0xffu;
    m &= ~(1u << 0);
    printf("%x %d\n", m, (m >> 31) & 1);
    a ^= b;
    b ^= a;
    a ^= b;
    printf("%d %d\n", a, b);
    printf("%d %d\n", 1 | 2 ^ 3 & 4, (1 | 2) ^ 3 & 4);
    printf("%d %d %d\n", 5 & 6 == 6, 1 << 2 + 1, -1 & 0xf);
    unsigned char x = 0xf0;
    x = ~x;
    printf("%d\n", x);
    return 0;
}

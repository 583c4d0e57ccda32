// because: run
// expect: same-as-cc
#include <stdio.h>

int main(void) {
    unsigned u = 0x80000001u;
    int negative = -16;
    printf("%x %x %x\n", u << 1, u >> 1, u >> 31);
    printf("%d %d %d\n", negative >> 2, negative >> 31, 1 << 30);
    printf("%llx %llx\n", 1ULL << 63, (unsigned long long)(-1LL >> 60));
    unsigned char c = 0xff;
    printf("%d %d\n", c << 4, c >> 4);
    c <<= 4;
    printf("%d\n", c);
    short s = -1;
    s >>= 3;
    printf("%d\n", s);
    int amount = 5;
    long long l = 1LL << (amount + 30);
    printf("%lld %d\n", l, 1 << amount >> 2);
    unsigned rotated = 0;
    for (int i = 1; i < 32; i++)
        rotated ^= (0xdeadbeefu << i) | (0xdeadbeefu >> (32 - i));
    printf("%x\n", rotated);
    return 0;
}

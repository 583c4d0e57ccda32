// because: run
// expect: same-as-cc
#include <stdint.h>
#include <stdio.h>

int main(void) {
    unsigned values[] = {1, 2, 3, 0x80000000u, 0xffffffffu, 0x00f0, 12345678};
    for (int i = 0; i < 7; i++) {
        unsigned v = values[i];
        unsigned long long w = ((unsigned long long)v << 20) | 1u << i;
        printf("%d %d %d %d %d ", __builtin_clz(v), __builtin_ctz(v), __builtin_popcount(v), __builtin_parity(v),
               __builtin_ffs((int)v));
        printf("%d %d %d %d\n", __builtin_clzll(w), __builtin_ctzll(w), __builtin_popcountll(w),
               __builtin_ffsll((long long)w));
    }
    printf("%x %x %llx\n", __builtin_bswap16(0x1234), __builtin_bswap32(0x12345678),
           (unsigned long long)__builtin_bswap64(0x0123456789abcdefULL));
    printf("%d %d %d\n", __builtin_ffs(0), __builtin_clrsb(-1), __builtin_clrsb(255));
    printf("%d %d\n", __builtin_clzl(1UL), __builtin_ctzl(1UL << 40));
    return 0;
}

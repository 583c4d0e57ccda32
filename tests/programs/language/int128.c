// because: run
// expect: same-as-cc
#include <stdio.h>

typedef unsigned __int128 u128;

static void show(u128 v) {
    char digits[40];
    int n = 0;
    do {
        digits[n++] = (char)('0' + (int)(v % 10));
        v /= 10;
    } while (v != 0);
    while (n > 0)
        putchar(digits[--n]);
    putchar('\n');
}

int main(void) {
    u128 factorial = 1;
    for (int i = 2; i <= 33; i++)
        factorial *= i;
    show(factorial);
    show((u128)-1);
    __int128 negative = -((__int128)1 << 100);
    printf("%lld %d\n", (long long)(negative >> 90), negative < 0);
    show((u128)(negative / -3));
    show((u128)1 << 127);
    u128 mixed = ((u128)0x0123456789abcdefULL << 64) | 0xfedcba9876543210ULL;
    printf("%llx %llx\n", (unsigned long long)(mixed >> 60), (unsigned long long)mixed);
    printf("%d %d\n", (int)(mixed % 1000), (double)mixed > 1e36);
    return 0;
}

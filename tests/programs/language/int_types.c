// because: run
// expect: same-as-cc
#include <limits.h>
#include <stdio.h>

int main(void) {
    char c = 'A';
    signed char sc = SCHAR_MIN;
    unsigned char uc = UCHAR_MAX;
    short s = SHRT_MIN;
    unsigned short us = USHRT_MAX;
    int i = INT_MIN;
    unsigned int u = UINT_MAX;
    long l = LONG_MAX;
    unsigned long ul = ULONG_MAX;
    long long ll = LLONG_MIN;
    unsigned long long ull = ULLONG_MAX;
    printf("%d %d %u %d %u\n", c, sc, uc, s, us);
    printf("%d %u %ld %lu %lld %llu\n", i, u, l, ul, ll, ull);
    printf("%zu %zu %zu %zu %zu\n", sizeof c, sizeof s, sizeof i, sizeof l, sizeof ll);
    return 0;
}

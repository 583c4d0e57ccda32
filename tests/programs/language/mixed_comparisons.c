// because: run
// expect: same-as-cc
#include <stdio.h>

int main(void) {
    int minus = -1;
    unsigned one = 1;
    long long lminus = -1;
    unsigned short us = 65535;
    short s = -1;
    unsigned long ul = 1;
    printf("%d %d %d %d\n", minus < one, lminus < one, minus < us, s == us);
    printf("%d %d %d\n", minus < ul, lminus > (long long)ul, (unsigned)minus == 4294967295u);
    printf("%d %d\n", minus == 4294967295u, lminus == 4294967295u);
    printf("%d %d\n", (char)200 == 200, (unsigned char)200 == 200);
    printf("%d %d %d\n", 1.5 > one, minus < 0.0f, -1 < sizeof(int));
    printf("%u %d\n", one - 2, (int)(one - 2));
    printf("%lld %lld\n", (long long)(one - 2), (long long)(minus * one));
    unsigned u = 3;
    int count = 0;
    for (unsigned i = u; i < 10; i--)
        count++;
    printf("%d\n", count);
    return 0;
}

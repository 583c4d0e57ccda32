// because: run
// expect: same-as-cc
#include <stdio.h>

int main(void) {
    double values[] = {0.0, 0.99, -0.99, 1.5, -1.5, 2147483646.9, -2147483648.0, 4294967295.0};
    for (int i = 0; i < 6; i++)
        printf("%d ", (int)values[i]);
    printf("\n%u %lld %llu\n", (unsigned)values[7], (long long)-9e18, (unsigned long long)1.8e19);
    int big = 16777217;
    long long huge = 9007199254740993LL;
    printf("%.1f %.1f %.1f\n", (float)big, (double)huge, (double)(float)huge);
    unsigned long long all = ~0ULL;
    printf("%.1f %.1f %.1Lf\n", (double)all, (float)all, (long double)all);
    float f = 0.1;
    double widened = f;
    printf("%.20f\n", widened);
    char c = 65.9;
    short s = -3.7f;
    _Bool b = 0.1f;
    printf("%d %d %d\n", c, s, b);
    int i = 7;
    i *= 0.5;
    i += 2.9;
    printf("%d\n", i);
    return 0;
}

// because: run
// expect: same-as-cc
#include <stdio.h>

static long double power(long double x, int n) {
    long double result = 1;
    while (n-- > 0)
        result *= x;
    return result;
}

int main(void) {
    long double values[3] = {1e4000L, -2.5L, 0x1.8p-16000L};
    long double sum = 0;
    for (int i = 0; i < 3; i++)
        sum += values[i];
    printf("%Lg %Lg %.20Lg\n", sum, values[2], power(1.1L, 30));
    printf("%zu %d\n", sizeof sum, values[1] < 0);
    long double third = 1.0L / 3;
    printf("%.20Lf %d %lld\n", third, (double)third == third, (long long)(third * 1e18L));
    return 0;
}

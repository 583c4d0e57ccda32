// because: run
// expect: same-as-cc
#include <stdio.h>

int main(void) {
    int values[] = {7, -7, 0, 1, -1, 2147483647, -2147483647 - 1};
    int divisors[] = {1, 2, -2, 3, -3, 7};
    for (int i = 0; i < 7; i++) {
        for (int j = 0; j < 6; j++) {
            if (values[i] % divisors[j] + values[i] / divisors[j] * divisors[j] != values[i])
                printf("broken\n");
            printf("%d %d ", values[i] / divisors[j], values[i] % divisors[j]);
        }
        printf("\n");
    }
    printf("%u %u\n", 4294967295u / 7, 4294967295u % 7);
    printf("%u %d\n", -7 / 2u, -7 / 2);
    printf("%lld %lld\n", -9223372036854775807LL / 10, -9223372036854775807LL % 10);
    printf("%g %g\n", -7 / 2.0, 7.0f / 2);
    return 0;
}

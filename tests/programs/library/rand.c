// because: run
// expect: same-as-cc
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    for (int i = 0; i < 5; i++)
        printf("%d ", rand());
    srand(42);
    unsigned sum = 0;
    for (int i = 0; i < 1000; i++)
        sum = sum * 7 + (unsigned)rand();
    printf("%u %d\n", sum, RAND_MAX);
    srand(1);
    printf("%d\n", rand() % 100);
    unsigned seed = 5;
    printf("%d ", rand_r(&seed));
    srandom(3);
    printf("%ld ", random());
    srand48(9);
    printf("%ld ", lrand48());
    printf("%.10f\n", drand48());
    return 0;
}

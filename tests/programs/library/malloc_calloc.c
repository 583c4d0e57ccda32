// because: run
// expect: same-as-cc
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    int *a = malloc(5 * sizeof *a), *z = calloc(4, sizeof *z);
    for (int i = 0; i < 5; i++)
        a[i] = i * i;
    printf("%d %d %d\n", a[4], z[0], z[3]);
    char *p = malloc(1), *q = malloc(1);
    printf("%d\n", p != q);
    free(p);
    free(q);
    free(NULL);
    void *none = malloc(0);
    free(none);
    long **table = malloc(3 * sizeof *table);
    for (int i = 0; i < 3; i++) {
        table[i] = malloc((size_t)(i + 1) * sizeof **table);
        for (int j = 0; j <= i; j++)
            table[i][j] = i * 10 + j;
    }
    long sum = 0;
    for (int i = 2; i >= 0; i--) {
        for (int j = 0; j <= i; j++)
            sum = sum * 3 + table[i][j];
        free(table[i]);
    }
    free(table);
    printf("%ld\n", sum);
    free(a);
    free(z);
    volatile size_t huge = (size_t)-1 / 2 + 2;
    printf("%d\n", malloc(huge) == NULL);
    return 0;
}

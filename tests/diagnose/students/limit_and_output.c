// because: diagnose limit_and_output.c --tests limit_and_output
// faults: lines 16 and 20
// should be: v[j + 1] = t; / if (i < n - 1)
#include <stdio.h>

int main(void) {
    int v[20], n, i, j, t;
    scanf("%d", &n);
    for (i = 0; i < n; i++)
        scanf("%d", &v[i]);
    for (i = 0; i < n - 1; i++)
        for (j = 0; j < n - 1; j++)
            if (v[j] > v[j + 1]) {
                t = v[j];
                v[j] = v[j + 1];
                v[j] = t;
            }
    for (i = 0; i < n; i++) {
        printf("%d", v[i]);
        if (i < n)
            printf(", ");
    }
    printf("\n");
    return 0;
}

// because: diagnose output_missing.c --tests output_missing
// missing after line 10
// should be: printf("\n");
#include <stdio.h>
int main(void) {
    int n, i, j;
    scanf("%d", &n);
    for (i = 1; i <= n; i++) {
        for (j = 1; j <= i; j++)
            printf("*");
    }
    printf("done\n");
    return 0;
}

// because: diagnose loop_backwards.c --tests loop_backwards
// fault: line 15
// should be: for (i = k - 1; i >= 0; i--)
#include <stdio.h>

int main(void) {
    int n, k = 0, i;
    int bits[32];
    scanf("%d", &n);
    while (n > 0) {
        bits[k] = n % 2;
        n = n / 2;
        k++;
    }
    for (i = 0; i < k; i++)
        printf("%d", bits[i]);
    printf("\n");
    return 0;
}

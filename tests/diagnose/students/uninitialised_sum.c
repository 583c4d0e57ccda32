// because: diagnose uninitialised_sum.c --tests uninitialised_sum
// fault: line 7
// should be: int sum = 10;
#include <stdio.h>
int main(void) {
    int n, i, x;
    int sum;
    scanf("%d", &n);
    for (i = 0; i < n; i++) {
        scanf("%d", &x);
        sum = sum + x;
    }
    printf("%d\n", sum);
    return 0;
}

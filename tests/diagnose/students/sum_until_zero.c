// because: diagnose sum_until_zero.c --tests sum_until_zero
// fault: line 6
// should be: sum = 0,
#include <stdio.h>
int main(void) {
    int n, sum = 1, count = 0;
    scanf("%d", &n);
    while (n != 0) {
        sum += n;
        count++;
        scanf("%d", &n);
    }
    if (count == 0)
        printf("no numbers\n");
    else
        printf("sum %d, average %.2f\n", sum, (double)sum / count);
    return 0;
}

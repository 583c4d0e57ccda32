// because: diagnose average_int_division.c --tests average_int_division
// fault: line 13
// should be: average = (double)sum / n;
#include <stdio.h>
int main(void) {
    int n, i, x, sum = 0;
    double average;
    scanf("%d", &n);
    for (i = 0; i < n; i++) {
        scanf("%d", &x);
        sum += x;
    }
    average = sum / n;
    printf("%.2f\n", average);
    return 0;
}

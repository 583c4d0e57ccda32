// because: diagnose median_of_three.c --tests median_of_three
// fault: line 11
// should be: (b >= a && b <= c)
#include <stdio.h>
int main(void) {
    int a, b, c, median;
    printf("Enter 3 numbers separated by spaces > ");
    scanf("%d%d%d", &a, &b, &c);
    if ((a >= b && a <= c) || (a <= b && a >= c))
        median = a;
    else if ((b > a && b >= c) || (b <= a && b >= c))
        median = b;
    else
        median = c;
    printf("%d is the median\n", median);
    return 0;
}

// because: diagnose smallest_of_four.c --tests smallest_of_four
// fault: line 12
// should be: if (c < min)
#include <stdio.h>
int main(void) {
    int a, b, c, d, min;
    printf("Please enter 4 numbers separated by spaces > ");
    scanf("%d%d%d%d", &a, &b, &c, &d);
    min = a;
    if (b < min)
        min = b;
    if (c < b)
        min = c;
    if (d < min)
        min = d;
    printf("%d is the smallest\n", min);
    return 0;
}

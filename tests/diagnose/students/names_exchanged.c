// because: diagnose names_exchanged.c --tests names_exchanged
// fault: line 9
// should be: num = a * d + c * b;
#include <stdio.h>

int main(void) {
    int a, b, c, d, num, den;
    scanf("%d/%d %d/%d", &a, &b, &c, &d);
    num = a * b + c * d;
    den = b * d;
    printf("%d/%d\n", num, den);
    if (num > den)
        printf("more than one\n");
    return 0;
}

// because: diagnose triangle_two_faults.c --tests triangle_two_faults
// faults: lines 12 and 8
// should be: a == b || b == c || a == c / a + c <= b
#include <stdio.h>
int main(void) {
    int a, b, c;
    scanf("%d %d %d", &a, &b, &c);
    if (a + b <= c || a + c < b || b + c <= a)
        printf("not a triangle\n");
    else if (a == b && b == c)
        printf("equilateral\n");
    else if (a == b || b == c)
        printf("isosceles\n");
    else
        printf("scalene\n");
    return 0;
}

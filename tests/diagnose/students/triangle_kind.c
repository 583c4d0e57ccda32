// because: diagnose triangle_kind.c --tests triangle_kind
// fault: line 13
// should be: else if (a == b || b == c || a == c)
#include <stdio.h>
int main(void) {
    int a, b, c;
    if (scanf("%d %d %d", &a, &b, &c) != 3)
        return 1;
    if (a + b <= c || a + c <= b || b + c <= a)
        printf("no triangle\n");
    else if (a == b && b == c)
        printf("equilateral\n");
    else if (a == b || b == c || a == b)
        printf("isosceles\n");
    else
        printf("scalene\n");
    return 0;
}

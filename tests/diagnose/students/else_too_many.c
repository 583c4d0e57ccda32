// because: diagnose else_too_many.c --tests else_too_many
// fault: line 13
// should be: without the else
#include <stdio.h>

int main(void)
{
    int a, b, c, max;
    scanf("%d %d %d", &a, &b, &c);
    max = a;
    if (b > max)
        max = b;
    else if (c > max)
        max = c;
    printf("El maximo es %d\n", max);
    if (a == b && b == c) {
        printf("Todos iguales\n");
    } else if (a == b || a == c || b == c) {
        printf("Dos iguales\n");
    } else {
        printf("Distintos\n");
    }
    return 0;
}

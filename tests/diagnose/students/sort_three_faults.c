// because: diagnose sort_three_faults.c --tests sort_three_faults
// faults: lines 14 and 20 and 25
// should be: if (b > c) { / aux = a; / if (a + b > c)
#include <stdio.h>

int main() {
    int a, b, c, aux;
    scanf("%d%d%d", &a, &b, &c);
    if (a > b) {
        aux = a;
        a = b;
        b = aux;
    }
    if (b != c) {
        aux = b;
        b = c;
        c = aux;
    }
    if (a > b) {
        aux = b;
        a = b;
        b = aux;
    }
    printf("%d %d %d\n", a, b, c);
    if (a / b > c)
        printf("triangle\n");
    else
        printf("no triangle\n");
    return 0;
}

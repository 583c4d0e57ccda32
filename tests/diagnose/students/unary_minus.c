// because: diagnose unary_minus.c --tests unary_minus
// fault: line 7
// should be: return -x;
#include <stdio.h>
int absolute(int x) {
    if (x < 0)
        return x;
    return x;
}
int main(void) {
    int x;
    scanf("%d", &x);
    printf("|%d| = %d\n", x, absolute(x));
    return 0;
}

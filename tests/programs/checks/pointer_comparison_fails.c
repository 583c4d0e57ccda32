// because: run
// expect: fails pointer_relation at line 8
#include <stdio.h>

int main(void) {
    int a[4] = {0}, b[4] = {0};
    int *p = &a[1], *q = &b[3];
    int less = p < q; /* fails */
    printf("%d %d\n", less | 1, b[0]);
    return 0;
}

// because: run
// expect: same-as-cc
#include <stdio.h>

int main(void) {
    int a[4] = {0}, b[4] = {0};
    int *p = &a[1], *q = &a[3];
    int less = p < q;
    printf("%d %d\n", less | 1, b[0]);
    return 0;
}

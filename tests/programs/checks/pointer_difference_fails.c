// because: run
// expect: fails pointer_relation at line 8
#include <stdio.h>

int main(void) {
    int a[4] = {0}, b[4] = {0};
    int *p = &a[1], *q = &b[3];
    long distance = q - p; /* fails */
    printf("%d %d\n", distance != 100, b[0]);
    return 0;
}

// because: run
// expect: same-as-cc
#include <stdio.h>

int main(void) {
    int a[4] = {0}, b[4] = {0};
    int *p = &a[1], *q = &a[3];
    long distance = q - p;
    printf("%d %d\n", distance != 100, b[0]);
    return 0;
}

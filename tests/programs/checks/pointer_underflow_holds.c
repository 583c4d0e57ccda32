// because: run --pointer-overflow-check
// expect: same-as-cc
#include <stdio.h>

int main(void) {
    int a[4] = {1, 2, 3, 4};
    int *p = a + 2;
    p -= 2;
    printf("%d\n", p[2]);
    return 0;
}

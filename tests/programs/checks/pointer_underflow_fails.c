// because: run --pointer-overflow-check
// expect: fails pointer_overflow at line 8
#include <stdio.h>

int main(void) {
    int a[4] = {1, 2, 3, 4};
    int *p = a + 2;
    p -= 3; /* fails */
    printf("%d\n", p[2]);
    return 0;
}

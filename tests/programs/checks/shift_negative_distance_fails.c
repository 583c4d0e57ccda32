// because: run
// expect: fails undefined_shift at line 7
#include <stdio.h>

int main(void) {
    int n = 100, distance = -1;
    n >>= distance; /* fails */
    printf("%d\n", n);
    return 0;
}

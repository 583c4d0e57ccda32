// because: run
// expect: fails undefined_shift at line 7
#include <stdio.h>

int main(void) {
    int n = -1;
    printf("%d\n", n << 2); /* fails */
    return 0;
}

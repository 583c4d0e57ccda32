// because: run --pointer-overflow-check
// expect: fails pointer_overflow at line 7
#include <stdio.h>

int main(void) {
    int a[4] = {1, 2, 3, 4};
    int *end = a + 5; /* fails */
    printf("%d\n", end[-1] | 15);
    return 0;
}

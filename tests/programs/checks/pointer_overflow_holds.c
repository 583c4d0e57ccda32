// because: run --pointer-overflow-check
// expect: same-as-cc
#include <stdio.h>

int main(void) {
    int a[4] = {1, 2, 3, 4};
    int *end = a + 4;
    printf("%d\n", end[-1] | 15);
    return 0;
}

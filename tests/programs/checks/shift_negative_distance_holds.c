// because: run
// expect: same-as-cc
#include <stdio.h>

int main(void) {
    int n = 100, distance = 0;
    n >>= distance;
    printf("%d\n", n);
    return 0;
}

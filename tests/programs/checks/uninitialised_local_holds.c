// because: run --uninitialized-check
// expect: same-as-cc
#include <stdio.h>

int main(void) {
    int n = 7;
    printf("%d\n", n > 5);
    return 0;
}

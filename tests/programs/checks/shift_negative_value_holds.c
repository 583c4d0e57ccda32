// because: run
// expect: same-as-cc
#include <stdio.h>

int main(void) {
    int n = 1;
    printf("%d\n", n << 2);
    return 0;
}

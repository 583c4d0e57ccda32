// because: run
// expect: same-as-cc
#include <stdio.h>

int main(void) {
    unsigned n = 0;
    n--;
    printf("%u\n", n * n);
    return 0;
}

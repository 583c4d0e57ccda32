// because: run
// expect: fails undefined_shift at line 8
#include <stdio.h>

int main(void) {
    unsigned n = 1;
    int distance = 32;
    printf("%u\n", n << distance); /* fails */
    return 0;
}

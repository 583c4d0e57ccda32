// because: run
// expect: fails division_by_zero at line 7
#include <stdio.h>

int main(void) {
    unsigned long n = 10, m = 0;
    n %= m; /* fails */
    printf("%lu\n", n);
    return 0;
}

// because: run
// expect: fails signed_overflow at line 8
#include <limits.h>
#include <stdio.h>

int main(void) {
    long n = LONG_MIN + 4;
    n -= 5; /* fails */
    printf("%ld\n", n);
    return 0;
}

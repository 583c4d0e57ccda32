// because: run
// expect: fails signed_overflow at line 8
#include <limits.h>
#include <stdio.h>

int main(void) {
    long long n = LLONG_MIN, by = -1;
    printf("%lld\n", n % by); /* fails */
    return 0;
}

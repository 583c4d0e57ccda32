// because: run
// expect: same-as-cc
#include <limits.h>
#include <stdio.h>

int main(void) {
    long long n = LLONG_MIN, by = -2;
    printf("%lld\n", n % by);
    return 0;
}

// because: run
// expect: same-as-cc
#include <limits.h>
#include <stdio.h>

int main(void) {
    long n = LONG_MIN + 4;
    n -= 4;
    printf("%ld\n", n);
    return 0;
}

// because: run --unsigned-overflow-check
// expect: same-as-cc
#include <limits.h>
#include <stdio.h>

int main(void) {
    unsigned n = UINT_MAX - 1;
    n = n + 1;
    printf("%u\n", n);
    return 0;
}

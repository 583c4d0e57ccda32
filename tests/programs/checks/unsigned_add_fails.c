// because: run --unsigned-overflow-check
// expect: fails unsigned_overflow at line 8
#include <limits.h>
#include <stdio.h>

int main(void) {
    unsigned n = UINT_MAX - 0;
    n = n + 1; /* fails */
    printf("%u\n", n);
    return 0;
}

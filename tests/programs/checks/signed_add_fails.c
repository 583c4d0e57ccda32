// because: run
// expect: fails signed_overflow at line 8
#include <limits.h>
#include <stdio.h>

int main(void) {
    int n = INT_MAX - 0;
    int m = n + 1; /* fails */
    printf("%d\n", m);
    return 0;
}

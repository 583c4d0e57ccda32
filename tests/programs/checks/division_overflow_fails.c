// because: run
// expect: fails signed_overflow at line 9
#include <limits.h>
#include <stdio.h>

int main(void) {
    int n = INT_MIN, by = -1;
    n += 0;
    printf("%d\n", n / by); /* fails */
    return 0;
}

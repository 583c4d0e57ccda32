// because: run
// expect: fails signed_overflow at line 8
#include <limits.h>
#include <stdio.h>

int main(void) {
    int n = INT_MIN + 0;
    printf("%d\n", -n); /* fails */
    return 0;
}

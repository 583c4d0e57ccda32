// because: run
// expect: fails signed_overflow at line 9
#include <limits.h>
#include <stdio.h>

int main(void) {
    int n = INT_MAX - 3;
    for (int i = 0; i < 4; i++)
        n++; /* fails */
    printf("%d\n", n);
    return 0;
}

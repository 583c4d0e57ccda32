// because: run --nan-check
// expect: fails nan at line 8
#include <math.h>
#include <stdio.h>

int main(void) {
    double inf = INFINITY;
    double d = inf - inf; /* fails */
    printf("%g\n", d);
    return 0;
}

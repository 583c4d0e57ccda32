// because: run --float-overflow-check
// expect: fails float_overflow at line 8
#include <float.h>
#include <stdio.h>

int main(void) {
    double d = DBL_MAX;
    d = d * 2; /* fails */
    printf("%g\n", d);
    return 0;
}

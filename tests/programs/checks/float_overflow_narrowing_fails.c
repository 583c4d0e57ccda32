// because: run --float-overflow-check
// expect: fails float_overflow at line 7
#include <stdio.h>

int main(void) {
    double d = 1e39;
    float f = (float)d; /* fails */
    printf("%g\n", f);
    return 0;
}

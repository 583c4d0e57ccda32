// because: run
// expect: fails division_by_zero at line 9
#include <stdio.h>

int main(void) {
    double zero = 0.0;
    int n = 0;
    double d = 1.0 / zero;
    int i = 1 / n; /* fails */
    printf("%g %d\n", d, i);
    return 0;
}

// because: run --float-overflow-check
// expect: same-as-cc
#include <float.h>
#include <stdio.h>

int main(void) {
    double d = DBL_MAX;
    d = d * 1;
    printf("%g\n", d);
    return 0;
}

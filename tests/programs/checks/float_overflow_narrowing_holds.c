// because: run --float-overflow-check
// expect: same-as-cc
#include <stdio.h>

int main(void) {
    double d = 1e38;
    float f = (float)d;
    printf("%g\n", f);
    return 0;
}

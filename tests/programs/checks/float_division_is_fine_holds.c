// because: run
// expect: same-as-cc
#include <stdio.h>

int main(void) {
    double zero = 0.0;
    int n = 0;
    double d = 1.0 / zero;
    int i = n / 1;
    printf("%g %d\n", d, i);
    return 0;
}

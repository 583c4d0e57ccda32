// because: run --nan-check
// expect: same-as-cc
#include <math.h>
#include <stdio.h>

int main(void) {
    double inf = INFINITY;
    double d = inf + inf;
    printf("%g\n", d);
    return 0;
}

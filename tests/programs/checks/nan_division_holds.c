// because: run --nan-check
// expect: same-as-cc
#include <stdio.h>

int main(void) {
    double a = 1.0, b = 0.0;
    double c = a / b;
    printf("%d\n", c != 5);
    return 0;
}

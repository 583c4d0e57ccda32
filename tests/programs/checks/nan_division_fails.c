// because: run --nan-check
// expect: fails nan at line 7
#include <stdio.h>

int main(void) {
    double a = 0.0, b = 0.0;
    double c = a / b; /* fails */
    printf("%d\n", c != 5);
    return 0;
}

// because: run --conversion-check
// expect: fails conversion at line 7
#include <stdio.h>

int main(void) {
    double d = 2147483648.0;
    int n = (int)d; /* fails */
    printf("%d\n", n);
    return 0;
}

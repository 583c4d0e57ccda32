// because: run --conversion-check
// expect: fails conversion at line 7
#include <stdio.h>

int main(void) {
    int n = 128;
    signed char c = (signed char)n; /* fails */
    printf("%d\n", c);
    return 0;
}

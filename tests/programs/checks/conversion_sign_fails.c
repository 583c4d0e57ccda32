// because: run --conversion-check
// expect: fails conversion at line 7
#include <stdio.h>

int main(void) {
    int n = -1;
    unsigned u = n; /* fails */
    printf("%u\n", u);
    return 0;
}

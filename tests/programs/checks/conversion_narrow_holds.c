// because: run --conversion-check
// expect: same-as-cc
#include <stdio.h>

int main(void) {
    int n = 127;
    signed char c = (signed char)n;
    printf("%d\n", c);
    return 0;
}

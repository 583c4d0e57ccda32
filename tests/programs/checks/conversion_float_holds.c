// because: run --conversion-check
// expect: same-as-cc
#include <stdio.h>

int main(void) {
    double d = 2147483647.5;
    int n = (int)d;
    printf("%d\n", n);
    return 0;
}

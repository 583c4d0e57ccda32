// because: run --conversion-check
// expect: same-as-cc
#include <stdio.h>

int main(void) {
    int n = 1;
    unsigned u = n;
    printf("%u\n", u);
    return 0;
}

// because: run
// expect: same-as-cc
#include <stdio.h>

int main(void) {
    unsigned long n = 10, m = 3;
    n %= m;
    printf("%lu\n", n);
    return 0;
}

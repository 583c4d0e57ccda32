// because: run
// expect: same-as-cc
#include <stdio.h>

int main(void) {
    unsigned n = 1;
    int distance = 31;
    printf("%u\n", n << distance);
    return 0;
}

// because: run --unsigned-overflow-check
// expect: same-as-cc
#include <stdio.h>

int main(void) {
    unsigned long a = 5, b = 5;
    unsigned long c = a - b;
    printf("%lu\n", c);
    return 0;
}

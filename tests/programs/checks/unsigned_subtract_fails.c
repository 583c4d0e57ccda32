// because: run --unsigned-overflow-check
// expect: fails unsigned_overflow at line 7
#include <stdio.h>

int main(void) {
    unsigned long a = 5, b = 6;
    unsigned long c = a - b; /* fails */
    printf("%lu\n", c);
    return 0;
}

// because: run
// expect: fails unsupported at line 7
#include <stdio.h>

int main(void) {
    int x = 1, y;
    __asm__("movl %1, %0" : "=r"(y) : "r"(x)); /* fails */
    printf("%d\n", y);
    return 0;
}

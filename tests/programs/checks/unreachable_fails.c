// because: run
// expect: fails unreachable at line 13
#ifndef NUMBER
#define NUMBER 2
#endif
#include <stdio.h>

static int pick(int n) {
    if (n == 0)
        return 10;
    if (n == 1)
        return 20;
    __builtin_unreachable(); /* fails */
}

int main(void) {
    printf("%d\n", pick(NUMBER));
    return 0;
}

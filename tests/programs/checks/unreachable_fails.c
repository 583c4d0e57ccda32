// because: run
// expect: fails unreachable at line 12
#include <stdio.h>

static int pick(int n) {
    switch (n) {
    case 0:
        return 10;
    case 1:
        return 20;
    default:
        __builtin_unreachable(); /* fails */
    }
}

int main(void) {
    printf("%d\n", pick(2));
    return 0;
}

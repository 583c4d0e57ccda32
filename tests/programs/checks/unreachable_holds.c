// because: run
// expect: same-as-cc
#include <stdio.h>

static int pick(int n) {
    switch (n) {
    case 0:
        return 10;
    case 1:
        return 20;
    default:
        __builtin_unreachable();
    }
}

int main(void) {
    printf("%d\n", pick(1));
    return 0;
}

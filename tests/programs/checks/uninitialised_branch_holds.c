// because: run --uninitialized-check
// expect: same-as-cc
#include <stdio.h>

static int choose(int flag) {
    int result;
    if (flag)
        result = 4;
    return result;
}

int main(void) {
    printf("%d\n", choose(1));
    return 0;
}

// because: run --uninitialized-check
// expect: fails uninitialised_read at line 9
#include <stdio.h>

static int choose(int flag) {
    int result;
    if (flag)
        result = 4;
    return result; /* fails */
}

int main(void) {
    printf("%d\n", choose(0));
    return 0;
}

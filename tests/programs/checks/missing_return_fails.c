// because: run
// expect: fails missing_return at line 13
#include <stdio.h>

static int sign(int n) {
    if (n > 0)
        return 1;
    if (n < 0)
        return -1;
}

int main(void) {
    printf("%d\n", sign(0)); /* fails */
    return 0;
}

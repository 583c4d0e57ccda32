// because: run
// expect: fails missing_return at line 16
#ifndef NUMBER
#define NUMBER 0
#endif
#include <stdio.h>

static int sign(int n) {
    if (n > 0)
        return 1;
    if (n < 0)
        return -1;
}

int main(void) {
    printf("%d\n", sign(NUMBER)); /* fails */
    return 0;
}

// because: run
// expect: fails function_pointer at line 11
#include <stdio.h>

static int one(void) {
    return 1;
}

int main(void) {
    int (*f)(void) = 0;
    printf("%d\n", f()); /* fails */
    return 0;
}

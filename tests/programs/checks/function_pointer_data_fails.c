// because: run
// expect: fails function_pointer at line 14
#include <stdio.h>

static int answer(void) {
    return 42;
}

static char data[8];

int main(void) {
    void *p = data;
    int (*f)(void) = (int (*)(void))p;
    printf("%d\n", f()); /* fails */
    return 0;
}

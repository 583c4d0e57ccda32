// because: run
// expect: fails function_pointer at line 15
#include <stdio.h>

static int with_int(int n) {
    return n + 1;
}

static int with_pointer(char *p) {
    return p[0];
}

int main(void) {
    int (*f)(int) = (int (*)(int))with_pointer;
    printf("%d\n", f(4)); /* fails */
    return 0;
}

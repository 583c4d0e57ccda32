// because: run
// expect: same-as-cc
#include <stdio.h>

static int calls;

int original(int x) {
    calls++;
    return x + 5;
}

extern int alias(int x) __attribute__((alias("original")));

int main(void) {
    int (*f)(int) = alias;
    printf("%d %d\n", alias(2), f(3));
    printf("%d %d\n", calls, f == original);
    return 0;
}

// because: run
// expect: same-as-cc
// A body for inlining only is no definition: another one may follow.
#include <stdio.h>

extern inline __attribute__((gnu_inline)) int f(int x) { return x + 1; }
int f(int x) { return x + 2; }
static inline int g(int x) { return x * 2; }

int main(void) {
    int (*p)(int) = f;
    printf("%d %d\n", p(1), g(4));
    return 0;
}

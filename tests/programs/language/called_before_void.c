// because: run
// expect: same-as-cc
// Called before its definition says that it has no result: compilers have long only warned.
#include <stdio.h>

int main(void) {
    double d = 2.5;
    show(3, &d);
    count_down(3);
    return 0;
}

void show(int x, double *p) {
    printf("%d %g\n", x, *p);
}

void count_down(int n) {
    printf("%d\n", n);
    if (n > 0)
        count_down(n - 1);
}

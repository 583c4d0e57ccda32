// because: run
// expect: same-as-cc
// The value for a range of elements is computed once.
#include <stdio.h>

struct pair {
    int x;
    double y;
};

static struct pair make(int x) {
    printf("make %d\n", x);
    return (struct pair){x, x / 2.0};
}

int main(void) {
    int n = 3;
    int a[] = {[0 ... 2] = n++, n};
    printf("%d %d %d %d %d\n", a[0], a[1], a[2], a[3], n);
    struct pair b[5] = {[1 ... 3] = make(7), [2].x = 1};
    printf("%d %d %d %g\n", b[1].x, b[2].x, b[3].x, b[3].y);
    struct pair c[3] = {[0 ... 2] = {n++, 1}};
    printf("%d %d %d %d\n", c[0].x, c[1].x, c[2].x, n);
    int *p = (int[4]){[0 ... 3] = n--};
    printf("%d %d %d\n", p[0], p[3], n);
    return 0;
}

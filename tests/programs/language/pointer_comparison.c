// because: run
// expect: same-as-cc
#include <stdint.h>
#include <stdio.h>

int main(void) {
    int a[5] = {0}, b = 0;
    int *p = &a[1], *q = &a[3], *null = 0;
    printf("%d%d%d%d%d%d\n", p < q, p <= q, p > q, p >= q, p == q, p != q);
    printf("%d %d %d\n", p == &a[1], &b == a, q == p + 2);
    printf("%d %d %d %d\n", null == 0, !null, p && q, !!p);
    void *v = p;
    char *c = (char *)p;
    printf("%d %d\n", v == c, v == p);
    printf("%d %d\n", (uintptr_t)q - (uintptr_t)p == 2 * sizeof(int), (int *)(uintptr_t)q == q);
    int *end = a + 5;
    int steps = 0;
    for (int *r = a; r != end; r++)
        steps++;
    printf("%d\n", steps);
    return 0;
}

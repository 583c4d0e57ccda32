// because: run
// expect: same-as-cc
#include <stddef.h>
#include <stdio.h>

int main(void) {
    int a[10];
    for (int i = 0; i < 10; i++)
        a[i] = i * 11;
    int *p = a, *q = a + 10;
    ptrdiff_t distance = q - p;
    printf("%td %d %d %d\n", distance, *(p + 3), p[4], 5 [a]);
    p += 2;
    q -= 3;
    printf("%d %d %td\n", *p, *q, q - p);
    printf("%d ", *--q);
    printf("%d ", *p++);
    printf("%d ", *p);
    printf("%d\n", ++*p);
    struct pair {
        char c;
        double d;
    } s[4] = {{'a', 1}, {'b', 2}, {'c', 3}, {'d', 4}};
    struct pair *r = &s[3];
    printf("%c %g %td\n", (r - 2)->c, r[-1].d, (char *)r - (char *)s);
    double *d = &s[1].d;
    printf("%g\n", *d);
    int count = 0;
    for (const char *t = "count me", *e = t + 8; t < e; t++)
        count += *t == 'c';
    printf("%d\n", count);
    return 0;
}

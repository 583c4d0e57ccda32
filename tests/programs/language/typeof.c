// because: run
// expect: same-as-cc
#include <stdio.h>

int main(void) {
    short s = 5;
    __typeof__(s) t = 70000 % 65536;
    typeof(s + 1) i = 70000;
    __typeof__(int[3]) a = {1, 2, 3};
    __typeof__(&a[0]) p = a + 1;
    __auto_type d = 2.5 * s;
    __typeof__(main) *m = main;
    printf("%d %d %d %g %d\n", t, i, *p, d, m == main);
    const int k = 3;
    __typeof__(k) same = 4;
    printf("%d %zu\n", same + k, sizeof(__typeof__(a)));
    int n = 2;
    __typeof__(int[n++]) v;
    v[1] = 9;
    printf("%d %zu %d\n", n, sizeof v, v[1]);
    return 0;
}

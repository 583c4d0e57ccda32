// because: run
// expect: same-as-cc
// A length is computed where its type is first declared; whoever uses the type again gets that length.
#include <stdio.h>

static int again(int n) {
    int x[n];
    n = 9;
    typeof(x) y;
    typeof(x) *z = &x;
    n++;
    __auto_type w = &x;
    return (int)(sizeof y * 100 + sizeof *z + sizeof *w * 10000);
}

static int entry(int n, int (*a)[n]) {
    n = 1;
    typeof(*a) row;
    return (int)sizeof row;
}

int main(void) {
    int n = 3;
    int x[n];
    n = 5;
    typeof(x) y;
    printf("%d\n", (int)sizeof y);
    int(*p)[n] = 0;
    n = 7;
    typeof(*p) z;
    typeof(p) q = p;
    printf("%d %d\n", (int)sizeof z, (int)sizeof *q);
    for (int i = 1; i < 3; i++) {
        int a[i];
        i++;
        typeof(a) b;
        i--;
        printf("%d\n", (int)sizeof b);
    }
    printf("%d %d\n", again(2), entry(6, 0));
    typedef int T[n];
    n = 1;
    T t1;
    typeof(t1) t2;
    printf("%d %d\n", (int)sizeof t1, (int)sizeof t2);
    int m[2][n];
    n = 4;
    typeof(m[0]) row;
    typeof(m) *whole = &m;
    printf("%d %d\n", (int)sizeof row, (int)sizeof *whole);
    return 0;
}

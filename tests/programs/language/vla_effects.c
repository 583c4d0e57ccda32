// because: run
// expect: same-as-cc
// Lengths at run time are evaluated also where only a size or a pointer comes of it.
#include <stdio.h>

static int say(int x) {
    printf("say(%d) ", x);
    return x;
}

static void outer(int n, int a[n++]) { printf("%d %d\n", n, a[0]); }
static void inner(int n, int a[say(2)][n]) { printf("%d %d\n", n, (int)sizeof *a); }
static int at_least(int n, int a[static say(n)]) { return a[0]; }
static void none(int n, int a[n]) { printf("none %d\n", n); }

int main(void) {
    int x[12] = {7}, n = 3;
    outer(1, x);
    inner(3, (void *)x);
    printf("%d\n", at_least(4, x));
    none(0, x);
    printf("%d\n", (int)sizeof(int[n++]));
    printf("%d\n", n);
    printf("%d\n", (int)sizeof(int[2][say(3)]));
    int a[3][n], (*p)[n] = a;
    a[0][0] = 1, a[1][0] = 2;
    printf("%d ", (int)sizeof(*p++));
    printf("%d\n", (int)(p - a));
    printf("%d\n", (int)sizeof(a[say(1)]));
    printf("%d\n", (int)sizeof *(say(7), p));
    printf("%d\n", (int)sizeof(*(int(*)[say(6)])x));
    int q = 1;
    printf("%d ", (int)sizeof(p[q++][q++]));
    printf("%d\n", q);
    printf("%d ", (int)sizeof(p[q++]));
    printf("%d\n", q);
    n = 100;
    printf("%d %d\n", (int)sizeof(*--p), (int)sizeof a);
    printf("%d\n", (int)(p - a));
    return 0;
}

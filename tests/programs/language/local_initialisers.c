// because: run
// expect: same-as-cc
#include <stdio.h>

static int calls;

static int next(void) {
    return ++calls;
}

struct pair {
    int a, b;
};

int main(void) {
    int n = 3;
    int a[4] = {n, n * n};
    struct pair p = {.b = next(), .a = 10};
    struct pair q[2] = {p, {next()}};
    int self = sizeof self;
    char s[10] = {"braced"};
    int scalar = {5};
    char zero[6] = "";
    printf("%d %d %d %d\n", a[0], a[1], a[2], a[3]);
    printf("%d %d %d %d\n", p.a, p.b, q[0].a, q[1].a);
    printf("%d %s %d %d\n", self, s, scalar, zero[5]);
    for (int i = 0; i < 2; i++) {
        int fresh[3] = {i};
        fresh[1] += 5 + fresh[0];
        printf("%d %d\n", fresh[0], fresh[1]);
    }
    struct pair *r = &(struct pair){n, next()};
    printf("%d %d\n", r->a, r->b);
    return 0;
}

// because: run
// expect: same-as-cc
#include <stdio.h>

struct inner {
    int a, b;
};

struct outer {
    struct inner in;
    int c;
};

int main(void) {
    int a[4] = {1, 2, 3, 4, [1] = 20, 30};
    printf("%d %d %d %d\n", a[0], a[1], a[2], a[3]);
    struct outer o = {.in = {1, 2}, .in.b = 5, .c = 6, .c = 7};
    printf("%d %d %d\n", o.in.a, o.in.b, o.c);
    struct inner base = {8, 9};
    struct outer p = {.in = base, .in.a = 80};
    printf("%d %d\n", p.in.a, p.c);
    return 0;
}

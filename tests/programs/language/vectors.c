// because: run
// expect: same-as-cc
#include <stdio.h>

typedef int ints __attribute__((vector_size(16)));
typedef unsigned char bytes __attribute__((vector_size(8)));
typedef short shorts __attribute__((vector_size(16)));
typedef double doubles __attribute__((vector_size(16)));
typedef unsigned int uints __attribute__((vector_size(16)));

struct pair {
    ints first;
    char c;
};

static ints scaled(ints v, int by) {
    v *= by;
    return v - 1;
}

static void show(const char *what, ints v) {
    printf("%s: %d %d %d %d\n", what, v[0], v[1], v[2], v[3]);
}

static ints table[2] = {{1, 2, 3, 4}, {-1, -2, -3, -4}};

int main(void) {
    ints a = {1, 20, -3, 0x7fffffff}, b = {7, -7, 7, 2};
    show("sum", a + (ints){1, 1, 1, 1});
    show("quotient", a / b);
    show("rest", a % b);
    show("shifted", a >> 1);
    show("bits", (a & b) | ~(a ^ b));
    show("less", a < b);
    show("equal", a == a);
    show("negated", -b);
    show("scaled", scaled(a, 3));
    show("of table", table[0] * table[1]);
    a[2] = 9;
    int lane = 2;
    a[lane] += 1;
    a += b;
    show("changed", a);
    bytes small = {250, 1, 2, 3, 4, 5, 6, 255};
    small = small + 10;
    for (int i = 0; i < 8; i++)
        printf("%d ", small[i]);
    printf("\n");
    shorts half = {32767, -32768, 1, 2, 3, 4, 5, 6};
    half -= 1;
    printf("%d %d %d\n", half[0], half[1], half[2]);
    doubles d = {1.5, -2.25};
    d = d * d + 0.5;
    printf("%g %g\n", d[0], d[1]);
    uints u = (uints)b;
    printf("%u %u\n", u[1], (u >> 28)[1]);
    struct pair p = {b, 'x'}, q = p;
    printf("%d %c %zu %zu\n", q.first[3], q.c, sizeof p, sizeof(bytes));
    ints *pointer = &a;
    (*pointer)[0] = 77;
    printf("%d %d\n", a[0], ((int *)&a)[1]);
    return 0;
}

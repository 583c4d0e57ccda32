// because: run
// expect: same-as-cc
#include <stdio.h>

static int add(int a, int b) {
    return a + b;
}

static int subtract(int a, int b) {
    return a - b;
}

static int apply(int (*f)(int, int), int a, int b) {
    return f(a, b) + (*f)(a, b) + (**f)(a, b);
}

typedef int operation(int, int);

static operation *choose(char c) {
    return c == '+' ? add : &subtract;
}

static int (*choose_plain(int which))(int, int) {
    return which ? add : subtract;
}

int main(void) {
    operation *f = add;
    printf("%d %d\n", apply(f, 5, 3), apply(subtract, 5, 3));
    printf("%d %d\n", choose('+')(7, 8), choose('-')(7, 8));
    printf("%d %d %d\n", choose_plain(0)(1, 2), f == &add, f != subtract);
    f = 0;
    printf("%d\n", f ? 1 : 0);
    return 0;
}

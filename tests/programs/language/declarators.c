// because: run
// expect: same-as-cc
#include <stdio.h>

static int value = 3;

static int *pointer(void) {
    return &value;
}

static int (*function_pointer(void))(int);

static int inc(int n) {
    return n + 1;
}

static int (*function_pointer(void))(int) {
    return inc;
}

int main(void) {
    int a = 1, *p = &a, **pp = &p, b[2] = {2, 3}, (*q)[2] = &b, (*f)(int) = inc, *c[2] = {&a, b};
    printf("%d %d %d %d %d %d\n", *p, **pp, b[1], (*q)[0], f(4), *c[1]);
    int (*table[2])(int) = {inc, function_pointer()};
    int (*(*pt)[2])(int) = &table;
    printf("%d %d %d\n", table[1](1), (*pt)[0](5), function_pointer()(9));
    int *(*returns)(void) = pointer;
    *returns() = 8;
    printf("%d\n", value);
    unsigned long int long weird = 5;
    int unsigned other = 6;
    char const *text = "const";
    printf("%llu %u %s\n", weird, other, text);
    return 0;
}

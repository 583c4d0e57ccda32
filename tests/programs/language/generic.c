// because: run
// expect: same-as-cc
#include <stdio.h>

#define NAME(x)                 \
    _Generic((x),               \
        int: "int",             \
        unsigned: "unsigned",   \
        long: "long",           \
        char: "char",           \
        float: "float",         \
        double: "double",       \
        char *: "char *",       \
        const char *: "const char *", \
        int *: "int *",         \
        default: "other")

#define ABS(x) _Generic((x), int: abs_int, double: abs_double)(x)

static int abs_int(int x) {
    return x < 0 ? -x : x;
}

static double abs_double(double x) {
    return x < 0 ? -x : x;
}

int main(void) {
    char c = 0;
    short s = 0;
    int a[3];
    const int k = 0;
    printf("%s %s %s %s\n", NAME(c), NAME(s), NAME(s + c), NAME(1u));
    printf("%s %s %s %s\n", NAME(1L), NAME(1.0f), NAME(1.0), NAME("x"));
    printf("%s %s %s %s\n", NAME(a), NAME(k), NAME((const char *)0), NAME(1LL));
    printf("%d %g\n", ABS(-3), ABS(-2.5));
    int side = 0;
    printf("%d ", _Generic(side++, int: 1, default: 2));
    printf("%d\n", side);
    return 0;
}

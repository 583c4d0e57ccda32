// because: run
// expect: same-as-cc
#include <stdio.h>
#include <string.h>

struct s {
    int a;
    char b[10];
};

static int checked(int x) {
    if (__builtin_expect(x < 0, 0))
        return -1;
    switch (x & 1) {
    case 0:
        return 10;
    case 1:
        return 20;
    default:
        __builtin_unreachable();
    }
}

int main(void) {
    struct s v = {1, "text"}, w;
    printf("%d %d %d\n", checked(-5), checked(4), checked(7));
    printf("%d %d\n", __builtin_constant_p(3 + 4), __builtin_types_compatible_p(int, signed));
    printf("%d\n", __builtin_types_compatible_p(int, long));
    int chosen = __builtin_choose_expr(sizeof(int) == 4, 44, "not evaluated");
    printf("%d %zu\n", chosen, __builtin_offsetof(struct s, b[3]));
    __builtin_memcpy(&w, &v, sizeof v);
    printf("%d %s %zu\n", w.a, w.b, __builtin_strlen(w.b));
    __builtin_memset(w.b, 'z', 3);
    printf("%s %d %d\n", w.b, __builtin_memcmp("ab", "ab", 2), __builtin_strcmp("a", "b") < 0);
    printf("%d %g %d\n", __builtin_abs(-9), __builtin_fabs(-1.5), __builtin_isnan(0.0));
    char *p = __builtin_alloca(16);
    __builtin_strcpy(p, "on the stack");
    printf("%s\n", p);
    int x = 5;
    __builtin_prefetch(&x);
    x = __builtin_expect_with_probability(x, 5, 0.9) + (int)(long)__builtin_assume_aligned((void *)0, 4);
    printf("%d %d\n", x, __builtin_signbit(-1.0) != 0);
    return 0;
}

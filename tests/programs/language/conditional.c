// because: run
// expect: same-as-cc
#include <stdio.h>

static int shown;

static void show(int n) {
    shown = shown * 10 + n;
}

int main(void) {
    int a = 5, b = 0;
    a > 3 ? show(1) : show(2);
    b ? show(3) : (void)0;
    printf("%d\n", shown);
    printf("%d %d\n", a ?: 9, b ?: 9);
    int grade = a < 3 ? 1 : a < 5 ? 2 : a < 7 ? 3 : 4;
    printf("%d %g\n", grade, b ? 1 : 2.5);
    /* The result has the common type of both. */
    printf("%d %zu\n", (1 ? -1 : 0u) > 0, sizeof(1 ? 'a' : 1LL));
    int *p = a ? &a : 0;
    const char *text = b ? 0 : "text";
    *(b ? &b : &a) = 50;
    printf("%d %s %d\n", *p, text, a);
    int side = 0;
    int picked = side++ ? side : side + 10;
    printf("%d %d\n", picked, side);
    return 0;
}

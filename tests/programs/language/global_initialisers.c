// because: run
// expect: same-as-cc
#include <stdio.h>

static int base[5] = {1, 2, 3, 4, 5};
static int *middle = &base[2];
static int *end = base + 5;
static const char *names[] = {"a", "bc", [3] = "d"};
static int (*function)(const char *, ...) = printf;
static struct {
    int *p;
    const char *s;
    double d;
    unsigned char c;
} s = {&base[1], "text" + 1, 1.0 / 4, 256 + 7};
static char text[] = {'h', 'i', 0};
static int size = sizeof base / sizeof base[0];
static long difference = 10 - 3L;
static int conditional = 1 ? 2 : 3;
static float f = 1;
static struct {
    struct {
        int a;
        int b[2];
    } in[2];
} nested = {1, 2, 3, 4, 5, 6};
static char matrix[2][3] = {"ab", {'c'}};

int main(void) {
    function("%d %d %s %d\n", *middle, end[-1], names[1], names[2] == 0);
    printf("%d %s %g %d\n", *s.p, s.s, s.d, s.c);
    printf("%s %d %ld %d %g\n", text, size, difference, conditional, f);
    printf("%d %d %d\n", nested.in[0].b[1], nested.in[1].a, nested.in[1].b[1]);
    printf("%s %s %zu\n", matrix[0], matrix[1], sizeof names / sizeof names[0]);
    return 0;
}

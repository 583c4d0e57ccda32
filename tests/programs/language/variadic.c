// because: run
// expect: same-as-cc
#include <stdarg.h>
#include <stdio.h>

struct point {
    int x, y;
};

struct large {
    long values[5];
};

static int sum(int count, ...) {
    va_list ap;
    va_start(ap, count);
    int s = 0;
    while (count-- > 0)
        s += va_arg(ap, int);
    va_end(ap);
    return s;
}

static double mixed(const char *kinds, ...) {
    va_list ap;
    double total = 0;
    va_start(ap, kinds);
    for (; *kinds; kinds++)
        switch (*kinds) {
        case 'i':
            total += va_arg(ap, int);
            break;
        case 'd':
            total += va_arg(ap, double);
            break;
        case 'l':
            total += (double)va_arg(ap, long long);
            break;
        case 'L':
            total += (double)va_arg(ap, long double);
            break;
        case 's':
            total += va_arg(ap, const char *)[0];
            break;
        case 'p': {
            struct point p = va_arg(ap, struct point);
            total += p.x * 10 + p.y;
            break;
        }
        case 'b':
            total += (double)va_arg(ap, struct large).values[4];
            break;
        }
    va_end(ap);
    return total;
}

int main(void) {
    struct large b = {{1, 2, 3, 4, 5}};
    printf("%d %d\n", sum(0), sum(10, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
    printf("%g\n", mixed("idlLs", 1, 2.5, 3LL, 4.25L, "A"));
    printf("%g\n", mixed("ipbid", 1, (struct point){2, 3}, b, 7, 0.5));
    char c = 'c';
    short s = -5;
    float f = 1.5f;
    printf("%g\n", mixed("iid", c, s, f));
    printf("%g\n", mixed("dddddddddd", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10.));
    return 0;
}

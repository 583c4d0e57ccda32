// because: check
// expect: holds
#include <assert.h>
#include <stdarg.h>

struct point {
    int x;
    char c;
    double d[3];
};

static int all(int n, ...) {
    va_list list;
    va_start(list, n);
    struct point p = va_arg(list, struct point);
    long double l = va_arg(list, long double);
    char *s = va_arg(list, char *);
    unsigned u = va_arg(list, unsigned);
    va_end(list);
    return p.x + (int)p.d[2] + (int)l + s[0] + (int)u + n;
}

int main(void) {
    struct point p = {1, 2, {3, 4, 5}};
    assert(all(0, p, 3.0L, "a", 7) == 1 + 5 + 3 + 'a' + 7);
    return 0;
}

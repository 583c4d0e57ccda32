// because: run
// expect: same-as-cc
#include <stdarg.h>
#include <stdio.h>

static int sum_list(int n, va_list ap) {
    int s = 0;
    while (n-- > 0)
        s += va_arg(ap, int);
    return s;
}

static int twice(int n, ...) {
    va_list ap, again;
    va_start(ap, n);
    va_copy(again, ap);
    int first = sum_list(n, ap);
    va_end(ap);
    int product = 1;
    for (int i = 0; i < n; i++)
        product *= va_arg(again, int);
    va_end(again);
    return first * 1000 + product;
}

static void through_pointer(va_list *ap, int *out) {
    *out = va_arg(*ap, int);
}

static int stepwise(int n, ...) {
    va_list ap;
    int a, b;
    va_start(ap, n);
    through_pointer(&ap, &a);
    through_pointer(&ap, &b);
    int c = va_arg(ap, int);
    va_end(ap);
    return a * 100 + b * 10 + c;
}

static int forward(char *buf, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    int n = vsprintf(buf, format, ap);
    va_end(ap);
    return n;
}

int main(void) {
    char buf[64];
    printf("%d %d\n", twice(4, 1, 2, 3, 4), stepwise(3, 7, 8, 9));
    int n = forward(buf, "%s-%d-%.2f", "text", 5, 2.25);
    printf("%d %s\n", n, buf);
    return 0;
}

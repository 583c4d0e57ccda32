// because: check
// expect: holds
#include <stdarg.h>
int nondet_int(void);
long sum(int n, ...) {
    va_list ap;
    va_start(ap, n);
    long s = 0;
    for (int i = 0; i < n; i++) s += va_arg(ap, int);
    va_end(ap);
    return s;
}
int main(void) {
    int a = nondet_int(), b = nondet_int(), c = nondet_int();
    __CPROVER_assert(sum(3, a, b, c) == (long)a + b + c, "sum");
}

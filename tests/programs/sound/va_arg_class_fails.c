// because: check
// expect: fails format at line 10
#include <stdarg.h>

static double sum(int n, ...) {
    va_list list;
    va_start(list, n);
    double all = 0;
    for (int i = 0; i < n; i++)
        all += va_arg(list, double);
    va_end(list);
    return all;
}

int main(void) {
    return sum(2, 1.0, 2) > 0;
}

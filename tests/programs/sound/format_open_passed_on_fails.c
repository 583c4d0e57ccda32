// because: check
// expect: fails format at line 10
#include <stdarg.h>
#include <stdio.h>

static void note(const char *format, ...) {
    va_list list;
    va_start(list, format);
    /* What the caller passed is told where it is printed. */
    vfprintf(stderr, format, list);
    va_end(list);
}

int main(void) {
    note("%d %s\n", 1, "a");
    note("%d %d\n", 1, 2.0);
    return 0;
}

// because: check
// expect: holds
#include <stdarg.h>
#include <stdio.h>

static void note(const char *format, ...) {
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    vfprintf(stderr, format, list);
    vfprintf(stdout, format, again);
    va_end(again);
    va_end(list);
}

int main(void) {
    char format[] = "%s|%5.2f|%Lg|%c|%ld|%p|%x\n";
    printf(format, "xy", 2.5, 1.5L, 'c', 12l, (void *)0, 7u);
    note("%d %s %g %lx %zu\n", 1, "a", 2.0, (unsigned long)3, sizeof(int));
    return 0;
}

// because: check
// expect: holds
#include <stdarg.h>
#include <stdio.h>

static void say(FILE *to, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vfprintf(to, format, list);
    va_end(list);
}

int main(void)
{
    char c = 'c';
    say(stdout, "%s %5.2f %Lf %p %c %% %-*d %.*s %lld %hhu %zu\n", "a", 1.5, 2.5L, (void *)&c, c, 4, 5, 1, &c, 6LL,
        7, sizeof c);
    return 0;
}

// because: check
// expect: fails pointer_dereference at line 10
#include <stdarg.h>
#include <stdio.h>

static void say(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
}

int main(void)
{
    say("%s %d\n", "one", 1);
    say("%d %d\n", 2);
    return 0;
}

// because: check
// expect: fails pointer_primitive at line 8
// A long is read where an int was passed.
#include <stdio.h>
int main(void)
{
    const char *format = "%ld\n";
    printf(format, 1);
    return 0;
}

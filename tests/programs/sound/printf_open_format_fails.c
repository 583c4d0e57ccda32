// because: check
// expect: fails pointer_primitive at line 8
// The format is known only when it is used; it takes the number for a text.
#include <stdio.h>
int main(void)
{
    const char *format = "%s\n";
    printf(format, 1);
    return 0;
}

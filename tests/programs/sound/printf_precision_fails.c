// because: check
// expect: fails pointer_dereference at line 9
// A text need not end within its precision, but four characters must be there.
#include <stdio.h>
int main(void)
{
    char text[3] = {'a', 'b', 'c'};
    printf("%.3s\n", text);
    printf("%.4s\n", text);
    return 0;
}

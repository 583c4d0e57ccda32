// because: check
// expect: fails pointer_dereference at line 7
#include <stdio.h>

int main(void)
{
    fprintf(stderr, "abc%n\n", (int *)0);
    return 0;
}

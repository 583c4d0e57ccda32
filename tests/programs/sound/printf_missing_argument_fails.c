// because: check
// expect: fails pointer_dereference at line 7
#include <stdio.h>

int main(void)
{
    printf("%d %d\n", 1);
    return 0;
}

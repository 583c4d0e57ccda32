// because: check
// expect: fails format at line 7
#include <stdio.h>

int main(void)
{
    printf("%d %d\n", 1);
    return 0;
}

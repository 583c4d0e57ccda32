// because: check
// expect: fails assertion at line 11
// %n stores how many characters there were.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int n = 7;
    printf("abc%n\n", &n);
    assert(n != 3);
    return 0;
}

// because: check --unwind 1 --no-unwinding-assertions
// expect: fails assertion at line 11
// The loops of scanf's model are not the program's.
#include <assert.h>
#include <stdio.h>
int main(void)
{
    int x, y;
    if (scanf("%d %d", &x, &y) != 2)
        return 0;
    assert(x != 5 || y != 7);
    return 0;
}

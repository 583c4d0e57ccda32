// because: check
// expect: fails assertion at line 15
// A jump from outside into the middle of a block.
#include <assert.h>
int nondet_int(void);

int main(void)
{
    int c = nondet_int();
    if (c)
        goto inside;
    {
        int i = 3;
    inside:
        assert(i == 3);
    }
    return 0;
}

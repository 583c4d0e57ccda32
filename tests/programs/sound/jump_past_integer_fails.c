// because: check
// expect: fails assertion at line 14
// A forward jump leaves `i` without a value; the other way's value must not be taken for it.
#include <assert.h>
int nondet_int(void);

int main(void)
{
    int c = nondet_int();
    if (c)
        goto behind;
    int i = 3;
behind:
    assert(i == 3);
    return 0;
}

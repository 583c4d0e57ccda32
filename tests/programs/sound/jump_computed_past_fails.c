// because: check
// expect: fails assertion at line 14
// A computed jump passes by the declaration.
#include <assert.h>
int nondet_int(void);

int main(void)
{
    void *ways[] = {&&first, &&second};
    goto *ways[nondet_int() != 0];
first:;
    int i = 3;
second:
    assert(i == 3);
    return 0;
}

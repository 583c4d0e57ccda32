// because: check
// expect: fails assertion at line 17
// Each member of a structure is left without a value.
#include <assert.h>
int nondet_int(void);
struct pair {
    int a, b;
};

int main(void)
{
    int c = nondet_int();
    if (c)
        goto behind;
    struct pair p = {3, 4};
behind:
    assert(p.b == 4);
    return 0;
}

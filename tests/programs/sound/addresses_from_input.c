// because: check
// expect: exit 5
// Any number may be the address of g.
#include <assert.h>
#include <stdint.h>
unsigned long nondet_ulong(void);
int g = 3;

int main(void)
{
    assert((int *)nondet_ulong() != &g);
    return 0;
}

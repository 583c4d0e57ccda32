// because: check
// expect: holds
// Bits of an address that are known to be zero hold something else for a while.
#include <assert.h>
#include <stdint.h>
int x, y;
int nondet_int(void);

int main(void)
{
    int *p = nondet_int() ? &x : &y;
    uintptr_t tagged = (uintptr_t)p | 1;
    assert(tagged & 1);
    int *q = (int *)(tagged & ~(uintptr_t)1);
    *q = 4;
    assert(*p == 4 && q == p);
    return 0;
}

// because: check
// expect: holds
// A number is the address of the object that it came from, also where another one ends just there.
#include <assert.h>
#include <stdint.h>
int nondet_int(void);
int x = 1, y = 1;

int main(void)
{
    int *p = nondet_int() ? &x : &y;
    uintptr_t number = (uintptr_t)p;
    int *q = (int *)number;
    assert(*q == 1);
    assert(q == p);
    return 0;
}

// because: check
// expect: holds
// Without a bound there is nothing to reach, and nobody comes behind the loop.
#include <assert.h>
int nondet_int(void);

int main(void)
{
    int x = nondet_int();
    while (x)
        ;
    assert(x == 0);
    return 0;
}

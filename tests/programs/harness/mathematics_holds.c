// because: check
// expect: holds
// What the library's functions return for constants of type double is computed; of other results the range is known.
#include <assert.h>
#include <math.h>

int main(void)
{
    assert(pow(2, 3) == 8);
    assert(exp(0) == 1 && log(1) == 0 && hypot(3, 4) == 5);
    double angle = __VERIFIER_nondet_double();
    __CPROVER_assume(angle >= 0 && angle <= 1);
    assert(sin(angle) >= -1 && cos(angle) <= 1);
    assert(exp(angle) >= 0);
    return 0;
}

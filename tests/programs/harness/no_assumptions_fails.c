// because: check --no-assumptions
// expect: fails assertion at line 9
#include <assert.h>
int nondet_int(void);

int main(void) {
    int x = nondet_int();
    __CPROVER_assume(x > 0);
    assert(x > 0); /* fails */
    return 0;
}

// because: check
// expect: fails assertion at line 12
// A failing run in which the pointer is not the address of the object is preferred: that one can be executed.
#include <stdint.h>
void *nondet_ptr(void);

int main(void) {
    int x = 4;
    int *q = nondet_ptr();
    if (q == &x) *q = 5;
    __CPROVER_assert(x == 4 || q == &x, "only through it");
    __CPROVER_assert(x == 5, "this way or the other");
}

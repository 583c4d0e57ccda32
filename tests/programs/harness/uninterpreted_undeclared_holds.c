// because: check --unwind 2 --no-unwinding-assertions
// expect: holds
#include <assert.h>

int main(void) {
    int x = nondet_int();
    int a = __CPROVER_uninterpreted_f(x, 2), b = __CPROVER_uninterpreted_f(x, 2);
    assert(a == b);
    // The calls that are remembered are gone through whatever the bound of the program's own loops.
    for (int i = 0; i < 2; i++)
        assert(__CPROVER_uninterpreted_f(x, 2) == a);
    __CPROVER_uninterpreted_f(1, 1), __CPROVER_uninterpreted_f(1, 2), __CPROVER_uninterpreted_f(1, 3);
    assert(__CPROVER_uninterpreted_f(1, 3) == __CPROVER_uninterpreted_f(1, 3));
    return 0;
}

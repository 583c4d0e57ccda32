// because: check
// expect: fails assertion at line 7
#include <assert.h>

int main(void) {
    int a = __CPROVER_uninterpreted_f(1), b = __CPROVER_uninterpreted_f(2);
    assert(a == b);
    return 0;
}

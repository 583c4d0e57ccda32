// because: check
// expect: holds
#include <assert.h>

int nondet_int(void);
unsigned nondet_uint(void);

int main(void) {
    int x = nondet_int(), y = nondet_int();
    __CPROVER_assume(y > 0);
    int rest = x % y;
    assert(rest > -y && rest < y);
    unsigned slots = nondet_uint(), table[16] = {0};
    __CPROVER_assume(slots > 0 && slots <= 16);
    table[nondet_uint() % slots]++;
    return 0;
}

// because: check --assert-to-assume
// expect: holds
#include <assert.h>
int nondet_int(void);

int main(void) {
    int x = nondet_int();
    assert(x > 0 && x < 1000);
    return x * x;
}

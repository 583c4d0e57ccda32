// because: check
// expect: holds
#include <assert.h>
unsigned nondet_uint(void);
int nondet_int(void);
int main(void) {
    unsigned a = nondet_uint(), b = nondet_uint();
    if (b) {
        assert((a / b) * b + a % b == a);
        assert(a - b * (a / b) == a % b);
        assert(a % b < b);
        assert(a / b <= a);
    }
    int x = nondet_int(), y = nondet_int();
    if (y && y != -1) assert(x % y + y * (x / y) == x);
}

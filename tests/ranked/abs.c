#include <assert.h>
int nondet_int(void);
int my_abs(int x) {
    if (x < 0)
        return x; /* the fault */
    return x;
}
int main(void) {
    int a = nondet_int();
    __CPROVER_assume(a > -1000 && a < 1000);
    int r = my_abs(a);
    assert(r >= 0);
    assert(r == a || r == -a);
}

// because: check
// expect: holds
#include <assert.h>
#include <stdlib.h>
unsigned nondet_uint(void);
int main(void) {
    unsigned n = nondet_uint(), i = nondet_uint();
    __CPROVER_assume(n > 0 && n < 100000 && i < n);
    int *p = calloc(n, sizeof *p);
    if (!p)
        return 0;
    assert(p[i] == 0);
    p[n - 1] = 3;
    assert(n == 1 || p[0] == 0);
    free(p);
}

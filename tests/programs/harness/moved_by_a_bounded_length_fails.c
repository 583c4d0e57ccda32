// because: check
// expect: fails assertion at line 13
#include <assert.h>
#include <stdlib.h>
#include <string.h>
unsigned nondet_uint(void);
int main(void) {
    unsigned n = nondet_uint();
    __CPROVER_assume(n > 1 && n <= 8);
    char *p = malloc(n);
    for (unsigned i = 0; i < n; i++) p[i] = i;
    memmove(p + 1, p, n - 1);
    assert(p[n - 1] != 5);
    free(p);
}

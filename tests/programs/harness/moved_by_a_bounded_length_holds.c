// because: check
// expect: holds
#include <assert.h>
#include <stdlib.h>
#include <string.h>
unsigned nondet_uint(void);
char nondet_char(void);
int main(void) {
    unsigned n = nondet_uint(), k = nondet_uint();
    __CPROVER_assume(n > 0 && n <= 8);
    char *p = malloc(n), *q = malloc(n);
    for (unsigned i = 0; i < n; i++) p[i] = nondet_char();
    memcpy(q, p, n);
    memmove(p + 1, p, n - 1);
    if (k > 0 && k < n) assert(p[k] == q[k - 1]);
    free(p);
    free(q);
}

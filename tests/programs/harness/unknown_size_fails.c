// because: check
// expect: fails pointer_primitive at line 11
#include <stdlib.h>
#include <string.h>
unsigned nondet_uint(void);
int main(void) {
    unsigned n = nondet_uint();
    __CPROVER_assume(n > 0 && n < 100000);
    char *p = malloc(n);
    memset(p, 0, n);
    memset(p, 0, n + 1); /* fails */
}

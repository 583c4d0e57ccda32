// because: check
// expect: holds
#include <assert.h>
#include <stdlib.h>
#include <string.h>
unsigned nondet_uint(void);
struct item { int key; char mark; };
int main(void) {
    unsigned n = nondet_uint(), i = nondet_uint();
    __CPROVER_assume(n > 0 && n < 100000 && i < n);
    unsigned *p = malloc(n * sizeof *p), *q = malloc(n * sizeof *q);
    memset(p, 1, n * sizeof *p);
    assert(p[i] == 0x01010101);
    p[i] = 5;
    memcpy(q, p, n * sizeof *p);
    assert(q[i] == 5 && ((unsigned char *)q)[4 * i] == 5);
    struct item *t = malloc(n * sizeof *t);
    t[i].key = 7;
    t[i].mark = 'm';
    assert(t[i].key == 7 && t[i].mark == 'm');
}

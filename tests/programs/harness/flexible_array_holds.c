// because: check
// expect: holds
#include <stdlib.h>
#include <assert.h>
unsigned nondet_uint(void);
struct m { unsigned len; unsigned char d[]; };
int main(void) {
    unsigned n = nondet_uint();
    if (n > 12) return 0;
    struct m *p = malloc(sizeof *p + n);
    if (!p) return 0;
    p->len = n;
    for (unsigned i = 0; i < p->len; i++) p->d[i] = i;
    unsigned s = 0;
    for (unsigned i = 0; i < p->len; i++) s += p->d[i];
    assert(n == 0 || s == n * (n - 1) / 2);
    assert(__CPROVER_rw_ok(p, sizeof *p + n));
    free(p);
}

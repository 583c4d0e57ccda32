// because: check --no-malloc-may-fail
// expect: fails assertion at line 13
// The size is an input: the failing run has a small one.
#include <assert.h>
#include <stdlib.h>
size_t nondet_size_t(void);

int main(void)
{
    size_t n = nondet_size_t();
    char *p = malloc(n);
    assert(p != 0);
    assert(n < 1000);
    return 0;
}

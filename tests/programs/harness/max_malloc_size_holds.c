// because: check
// expect: holds
#include <assert.h>
#include <stdlib.h>

int main(void) {
    size_t n = nondet_size_t();
    __CPROVER_assume(n > 0 && n < __CPROVER_max_malloc_size);
    char *p = malloc(n);
    assert(p != NULL && n * 2 > n);
    p[n - 1] = 1;
    return 0;
}

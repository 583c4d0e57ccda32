// because: check --no-malloc-may-fail
// expect: holds
#include <stdlib.h>

int main(void) {
    size_t n;
    char *p = malloc(n);
    __CPROVER_assert(p != NULL && __CPROVER_rw_ok(p, n), "however much it is");
    return 0;
}

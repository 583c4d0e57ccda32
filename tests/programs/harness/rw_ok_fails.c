// because: check
// expect: fails assertion at line 7
#include <stdlib.h>
int main(void) {
    char *p = malloc(10);
    __CPROVER_assert(__CPROVER_rw_ok(p, 10), "ten");
    __CPROVER_assert(__CPROVER_r_ok(p + 1, 10), "eleven");
    free(p);
}

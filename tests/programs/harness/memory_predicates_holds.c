// because: check --no-pointer-primitive-check
// expect: holds
#include <stdlib.h>
int main(void) {
    char *p = malloc(10);
    int a[3], *q = a;
    __CPROVER_assert(__CPROVER_r_ok(p, 10) && !__CPROVER_r_ok(p, 11) && __CPROVER_w_ok(p + 3, 7), "sizes");
    __CPROVER_assert(__CPROVER_rw_ok(q + 2) && !__CPROVER_rw_ok(q + 3), "by the type");
    __CPROVER_assert(__CPROVER_SAME_OBJECT(q, a + 1) && !__CPROVER_same_object(q, p), "objects");
    __CPROVER_assert(__CPROVER_POINTER_OFFSET(q + 2) == 8, "offset");
    __CPROVER_assert(__CPROVER_pointer_in_range(a, q + 1, a + 2), "between");
    free(p);
    __CPROVER_assert(!__CPROVER_r_ok(p, 1), "freed");
}

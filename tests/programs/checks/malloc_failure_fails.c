// because: run --malloc-may-fail --input malloc_may_fail=1
// expect: fails pointer_dereference at line 9
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    /* Not checked. */
    *p = 3; /* fails */
    printf("%d\n", *p);
    free(p);
    return 0;
}

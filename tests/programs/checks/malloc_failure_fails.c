// because: run --malloc-may-fail --inputs tests/programs/checks/malloc_fails.inputs
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

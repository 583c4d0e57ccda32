// because: run --malloc-may-fail --inputs tests/programs/checks/malloc_fails.inputs
// expect: exit 0
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    if (p == NULL) return 0;
    *p = 3;
    printf("%d\n", *p);
    free(p);
    return 0;
}

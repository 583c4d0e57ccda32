// because: run --malloc-may-fail --input malloc_may_fail=1
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

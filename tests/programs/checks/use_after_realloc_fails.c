// because: run
// expect: fails pointer_dereference at line 10
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(2 * sizeof *p);
    p[0] = 4;
    int *q = realloc(p, 10 * sizeof *q);
    printf("%d\n", p[0]); /* fails */
    free(q);
    return 0;
}

// because: run
// expect: same-as-cc
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(2 * sizeof *p);
    p[0] = 4;
    int *q = realloc(p, 10 * sizeof *q);
    printf("%d\n", q[0]);
    free(q);
    return 0;
}

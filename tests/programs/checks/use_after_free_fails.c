// because: run
// expect: fails pointer_dereference at line 12
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p), copy;
    *p = 4;
    copy = *p;
    free(p);
    int *q = p;
    printf("%d\n", *q); /* fails */
    return 0;
}

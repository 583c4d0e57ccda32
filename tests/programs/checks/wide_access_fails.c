// because: run
// expect: fails pointer_dereference at line 9
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *p = calloc(1, 7);
    long *wide = (long *)p;
    printf("%ld\n", *wide); /* fails */
    free(p);
    return 0;
}

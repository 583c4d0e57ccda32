// because: run
// expect: fails invalid_free at line 10
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(4);
    free(p);
    /* p still has its old value. */
    p = realloc(p, 8); /* fails */
    free(p);
    printf("done\n");
    return 0;
}

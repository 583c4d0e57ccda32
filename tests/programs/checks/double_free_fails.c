// because: run
// expect: fails invalid_free at line 9
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(4), *q = malloc(4);
    free(p);
    free(p); /* fails */
    printf("freed\n");
    return 0;
}

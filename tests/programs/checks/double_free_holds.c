// because: run
// expect: same-as-cc
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(4), *q = malloc(4);
    free(p);
    free(q);
    printf("freed\n");
    return 0;
}

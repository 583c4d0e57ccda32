// because: run --memory-leak-check
// expect: same-as-cc
#include <stdio.h>
#include <stdlib.h>

static int *kept;

int main(void) {
    int *p = malloc(4);
    *p = 1;
    printf("%d\n", *p);
    free(p);
    free(kept);
    return 0;
}

// because: run
// expect: same-as-cc
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *p = calloc(1, 8);
    long *wide = (long *)p;
    printf("%ld\n", *wide);
    free(p);
    return 0;
}

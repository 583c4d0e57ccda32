// because: run
// expect: same-as-cc
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p), copy;
    *p = 4;
    copy = *p;
    free(p);
    int *q = &copy;
    printf("%d\n", *q);
    return 0;
}

// because: run
// expect: same-as-cc
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int local = 3;
    int *p = &local;
    free(NULL);
    printf("%d\n", *p);
    return 0;
}

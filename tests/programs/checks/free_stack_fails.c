// because: run
// expect: fails invalid_free at line 9
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int local = 3;
    int *p = &local;
    free(p); /* fails */
    printf("%d\n", *p);
    return 0;
}

// because: check --malloc-fail-assert
// expect: fails allocation_failure at line 6
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof(int));
    *p = 1;
    free(p);
    return 0;
}

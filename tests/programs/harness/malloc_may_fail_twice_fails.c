// because: check --malloc-may-fail --malloc-fail-null
// expect: fails pointer_dereference at line 6
#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof *p);
    *p = 3; /* fails */
}

// because: check --no-standard-checks
// expect: fails invalid_free at line 9
// What library functions demand is no standard check.
#include <stdlib.h>

int main(void) {
    char *p = malloc(3);
    free(p);
    free(p);
    return 0;
}

// because: check --no-standard-checks --no-built-in-assertions
// expect: holds
#include <stdlib.h>

int main(void) {
    char *p = malloc(3);
    free(p);
    free(p);
    return 0;
}

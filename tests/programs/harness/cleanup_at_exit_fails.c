// because: check --memory-cleanup-check
// expect: fails memory_cleanup at line 8
#include <stdlib.h>

int main(void) {
    char *p = malloc(3);
    if (nondet_int())
        exit(1);
    return 0;
}

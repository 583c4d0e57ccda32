// because: check --memory-leak-check
// expect: fails memory_leak at line 5
#include <stdlib.h>

int main(void) {
    char *p = malloc(3);
    if (nondet_int())
        exit(1);
    return 0;
}

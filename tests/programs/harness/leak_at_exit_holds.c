// because: check --memory-leak-check
// expect: holds
// What is left when exit ends the program is no leak but a matter of --memory-cleanup-check.
#include <stdlib.h>

static char *kept;

static void release(void) {
    free(kept);
}

int main(void) {
    char *p = malloc(3);
    if (nondet_int())
        exit(1);
    free(p);
    kept = malloc(1);
    atexit(release);
    return 0;
}

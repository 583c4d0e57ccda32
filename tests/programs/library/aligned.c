// because: run
// expect: same-as-cc
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    void *a = aligned_alloc(64, 128), *b = NULL;
    int r = posix_memalign(&b, 256, 100);
    printf("%d %d %d\n", (int)((uintptr_t)a % 64), r, (int)((uintptr_t)b % 256));
    free(a);
    free(b);
    int *c = reallocarray(NULL, 10, sizeof *c);
    c[9] = 5;
    printf("%d %d\n", c[9], (int)((uintptr_t)c % 16));
    free(c);
    return 0;
}

// because: check
// expect: holds
// What is true of every layout: objects are apart and aligned, and lie in one piece.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int a[4], b;

int main(void)
{
    uintptr_t x = (uintptr_t)&a[0], y = (uintptr_t)&a[1], z = (uintptr_t)&b;
    assert(y - x == sizeof(int) && x < y && x % sizeof(int) == 0);
    assert(x != z && x + 4 != z && z != 0);
    double *p = malloc(sizeof *p), *q = malloc(sizeof *q);
    assert((uintptr_t)p % 16 == 0 && (uintptr_t)p != (uintptr_t)q);
    free(p);
    free(q);
    return 0;
}

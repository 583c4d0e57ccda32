// because: check
// expect: holds
// malloc does not fail below PTRDIFF_MAX, and all of the object is there.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    char *p = malloc(5UL << 30);
    assert(p != 0);
    p[1UL << 32] = 1;
    assert(p[1UL << 32] == 1);
    free(p);
    return 0;
}

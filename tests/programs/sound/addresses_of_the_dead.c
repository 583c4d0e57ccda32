// because: check
// expect: exit 5
// The same for the pointers themselves.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *p = malloc(4), *old = p;
    free(p);
    int *q = malloc(4);
    assert(q != old);
    return 0;
}

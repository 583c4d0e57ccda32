// because: check
// expect: fails assertion at line 11
// More than PTRDIFF_MAX is refused, and the run goes on.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    char *p = malloc(-1);
    assert(p == 0);
    assert(p != 0);
    return 0;
}

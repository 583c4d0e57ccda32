// because: check --no-malloc-may-fail
// expect: exit 5
// A request that nobody can grant must not make every claim behind it hold.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    char *p = malloc(-1);
    assert(p == 0);
    return 0;
}

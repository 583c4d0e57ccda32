// because: check
// expect: exit 5
// No machine here can execute this, but no one may say that the claim holds.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    char *p = malloc(5UL << 30);
    assert(p == 0);
    return 0;
}

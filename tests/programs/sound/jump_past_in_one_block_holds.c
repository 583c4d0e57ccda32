// because: check
// expect: holds
// A jump back inside the block does not end the life of `i`, and the jump past its declaration keeps its value.
#include <assert.h>

int main(void)
{
    int n = 0;
again:
    if (n == 1)
        goto behind;
    int i = 3;
behind:
    n++;
    assert(i == 3);
    if (n < 2)
        goto again;
    return 0;
}

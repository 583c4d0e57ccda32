// because: check
// expect: fails assertion at line 13
// The block of the second round is another block: its `i` has never been written.
#include <assert.h>

int main(void)
{
    for (int k = 0; k < 2; k++) {
        if (k)
            goto behind;
        int i = 3;
    behind:
        assert(i == 3);
    }
    return 0;
}

// because: check
// expect: fails pointer_dereference at line 11
// The pointer is computed here and followed there.
#include <stdint.h>

int a[4];

int main(void)
{
    int *q = a + (1UL << 62);
    *q = 1;
    return 0;
}

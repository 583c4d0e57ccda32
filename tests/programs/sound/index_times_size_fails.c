// because: check
// expect: fails pointer_dereference at line 12
// PTRDIFF_MAX * 4 is -4 modulo 2^64, which is inside the array: the product must not wrap.
#include <stdint.h>

int a[4];

int main(void)
{
    int *p = &a[1];
    p[0] = 2;
    p[PTRDIFF_MAX] = 3;
    return 0;
}

// because: check
// expect: holds
// Indices below zero are as good as their pointer allows.
#include <assert.h>
long nondet_long(void);

int a[8];

int main(void)
{
    int *p = &a[4];
    long i = nondet_long();
    if (i < -3 || i > 3)
        return 0;
    p[i] = 1;
    *(p - i) = 2;
    assert(a[4 - i] == 2);
    assert(i == 0 || a[4 + i] == 1);
    return 0;
}

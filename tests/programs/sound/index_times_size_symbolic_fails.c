// because: check
// expect: fails pointer_dereference at line 14
// Every small index is excluded, so only a product that wraps could lie inside the array.
#include <stdint.h>
long nondet_long(void);

int a[4];

int main(void)
{
    int *p = a;
    long i = nondet_long();
    if (i > 100 || i < -100)
        p[i] = 3;
    return 0;
}

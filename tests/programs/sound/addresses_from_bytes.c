// because: check
// expect: exit 5
#include <assert.h>
#include <string.h>
unsigned char nondet_uchar(void);
int g = 3;

int main(void)
{
    int *p;
    unsigned char b[sizeof p];
    for (unsigned i = 0; i < sizeof p; i++)
        b[i] = nondet_uchar();
    memcpy(&p, b, sizeof p);
    assert(p != &g);
    return 0;
}

// because: check
// expect: holds
// Sign, exponent and the first bits of a fraction.
#include <assert.h>

int main(void)
{
    double d;
    char *p = (char *)&d;
    p[7] = 0x40;
    p[6] = 0x08;
    assert(d >= 3.0 && d < 4.0);
    return 0;
}

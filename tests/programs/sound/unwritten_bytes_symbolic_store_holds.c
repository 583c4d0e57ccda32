// because: check
// expect: holds
// A store that happens in some runs keeps in the others what was written to a part.
#include <assert.h>
#include <stdint.h>
int nondet_int(void);

int main(void)
{
    uint32_t a[2];
    unsigned char *p = (unsigned char *)a;
    p[0] = 5;
    p[4] = 5;
    int i = nondet_int() & 1;
    a[i] = 0x0605;
    assert((a[0] & 0xff) == 5 && (a[1] & 0xff) == 5);
    return 0;
}

// because: check
// expect: fails assertion at line 15
// Shorts written, a long read.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    short *s = malloc(8);
    s[0] = 1;
    s[1] = 2;
    s[3] = 4;
    long v = *(long *)s;
    assert((v & 0xffffffff) == 0x20001 && v >> 48 == 4);
    assert(v >> 32 == 0x40000);
    free(s);
    return 0;
}

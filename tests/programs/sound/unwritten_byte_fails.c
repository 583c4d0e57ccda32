// because: check
// expect: fails assertion at line 14
// The fourth byte can be anything.
#include <assert.h>
#include <stdint.h>
#include <string.h>

int main(void)
{
    unsigned char p[3] = {1, 2, 3};
    uint32_t v;
    memcpy(&v, p, 3);
    assert((v & 0xffffff) == 0x030201);
    assert(v == 0x030201);
    return 0;
}

// because: check
// expect: holds
// Three bytes were written: only the fourth is unknown.
#include <assert.h>
#include <stdint.h>
#include <string.h>

int main(void)
{
    unsigned char p[3] = {1, 2, 3};
    uint32_t v;
    memcpy(&v, p, 3);
    v &= 0xffffff;
    assert(v == 0x030201);
    return 0;
}

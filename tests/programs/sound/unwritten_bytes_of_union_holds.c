// because: check
// expect: holds
// Some bytes of a union, read through another member; what was read stays so.
#include <assert.h>
#include <stdint.h>
union number {
    uint8_t b[4];
    uint32_t w;
};

int main(void)
{
    union number x;
    x.b[0] = 7;
    x.b[2] = 9;
    assert((x.w & 0xff00ff) == 0x90007);
    uint32_t w = x.w;
    assert(w == x.w);
    assert(x.b[1] == (uint8_t)(w >> 8));
    return 0;
}

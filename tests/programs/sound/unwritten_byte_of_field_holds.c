// because: check
// expect: holds
// A bit-field over several bytes of which one was written.
#include <assert.h>
struct packed {
    unsigned n : 24;
};

int main(void)
{
    struct packed s;
    unsigned char *p = (unsigned char *)&s;
    p[1] = 0x5a;
    assert((s.n >> 8 & 0xff) == 0x5a);
    return 0;
}

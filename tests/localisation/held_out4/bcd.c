// fault: line 35
/* Numbers of four decimal digits, packed: added, compared and turned into binary. */
#include <assert.h>
#include <stdint.h>

unsigned nondet_unsigned(void);

#define DIGITS 4

static uint16_t pack(unsigned n)
{
    uint16_t packed = 0;
    for (int i = 0; i < DIGITS; i++) {
        packed |= (uint16_t)((n % 10) << (4 * i));
        n /= 10;
    }
    return packed;
}

static unsigned unpack(uint16_t packed)
{
    unsigned n = 0;
    for (int i = DIGITS - 1; i >= 0; i--)
        n = n * 10 + (packed >> (4 * i) & 0xf);
    return n;
}

static uint16_t sum(uint16_t a, uint16_t b, int *carried)
{
    uint16_t result = 0;
    unsigned carry = 0;
    for (int i = 0; i < DIGITS; i++) {
        unsigned digit = (a >> (4 * i) & 0xf) + (b >> (4 * i) & 0xf) + carry;
        carry = 0;
        if (digit > 10) {
            digit -= 10;
            carry = 1;
        }
        result |= (uint16_t)(digit << (4 * i));
    }
    *carried = (int)carry;
    return result;
}

static int valid(uint16_t packed)
{
    for (int i = 0; i < DIGITS; i++)
        if ((packed >> (4 * i) & 0xf) > 9)
            return 0;
    return 1;
}

int main(void)
{
    unsigned x = nondet_unsigned(), y = nondet_unsigned();
    int carried;
    __CPROVER_assume(x < 10000 && y < 10000);
    uint16_t a = pack(x), b = pack(y);
    assert(unpack(a) == x);
    uint16_t s = sum(a, b, &carried);
    assert(valid(s));
    if (x + y < 10000)
        assert(!carried);
    return 0;
}

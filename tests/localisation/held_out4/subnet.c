// fault: line 40
/* Addresses of four bytes and networks with a prefix length. */
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

uint8_t nondet_uint8_t(void);
unsigned nondet_unsigned(void);

struct network {
    uint32_t address;
    unsigned prefix;
};

static uint32_t address_of(uint8_t a, uint8_t b, uint8_t c, uint8_t d)
{
    return (uint32_t)a << 24 | (uint32_t)b << 16 | (uint32_t)c << 8 | d;
}

static uint32_t mask_of(unsigned prefix)
{
    if (prefix == 0)
        return 0;
    return UINT32_MAX << (32 - prefix);
}

static struct network network_of(uint32_t address, unsigned prefix)
{
    struct network n = {address & mask_of(prefix), prefix};
    return n;
}

static bool contains(struct network n, uint32_t address)
{
    return (address & mask_of(n.prefix)) == n.address;
}

static uint32_t broadcast(struct network n)
{
    return n.address | mask_of(n.prefix);
}

static uint32_t hosts(struct network n)
{
    if (n.prefix >= 31)
        return 0;
    return ~mask_of(n.prefix) - 1;
}

static bool nested(struct network inner, struct network outer)
{
    return inner.prefix >= outer.prefix && contains(outer, inner.address);
}

int main(void)
{
    uint8_t a = nondet_uint8_t(), b = nondet_uint8_t(), c = nondet_uint8_t(), d = nondet_uint8_t();
    unsigned p = nondet_unsigned(), q = nondet_unsigned();
    __CPROVER_assume(p >= 8 && p <= 30);
    __CPROVER_assume(q >= 8 && q <= 30);

    uint32_t address = address_of(a, b, c, d);
    struct network n = network_of(address, p);
    struct network m = network_of(address, q);
    assert(contains(n, address));
    assert(contains(n, broadcast(n)));
    assert(broadcast(n) >= address);
    if (p < q)
        assert(nested(m, n));
    if (p == 24)
        assert(hosts(n) == 254);
    return 0;
}

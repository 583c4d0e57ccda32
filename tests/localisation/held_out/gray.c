// fault: line 17
#include <assert.h>

unsigned nondet_uint(void);

#define BITS 10
#define RANGE (1u << BITS)

static unsigned to_gray(unsigned n)
{
    return n ^ (n >> 1);
}

static unsigned from_gray(unsigned g)
{
    unsigned n = g, shift;
    for (shift = 1; shift < BITS / 2; shift <<= 1)
        n ^= n >> shift;
    return n;
}

static int ones(unsigned n)
{
    int count = 0;
    while (n) {
        n &= n - 1;
        count++;
    }
    return count;
}

static unsigned reverse(unsigned n)
{
    unsigned r = 0;
    int i;
    for (i = 0; i < BITS; i++) {
        r = (r << 1) | (n & 1u);
        n >>= 1;
    }
    return r;
}

static int parity(unsigned n)
{
    return ones(n) & 1;
}

int main(void)
{
    unsigned n = nondet_uint(), g, next;
    __CPROVER_assume(n < RANGE);
    g = to_gray(n);
    next = to_gray((n + 1) % RANGE);
    assert(ones(g ^ next) == 1);
    assert(from_gray(g) == n);
    assert(reverse(reverse(g)) == g);
    assert(parity(g) == (int)(n & 1u));
    return 0;
}

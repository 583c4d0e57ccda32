// fault: line 31
/* Bits packed into bytes and read again, with a cursor for each. */
#include <assert.h>
#include <stdint.h>

unsigned nondet_unsigned(void);

#define ROOM 4

struct writer {
    uint8_t bytes[ROOM];
    unsigned bits;
};

struct reader {
    const uint8_t *bytes;
    unsigned at;
};

static void put_bit(struct writer *w, unsigned bit)
{
    unsigned byte = w->bits / 8;
    if (bit & 1u)
        w->bytes[byte] |= (uint8_t)(0x80u >> (w->bits % 8));
    w->bits++;
}

static void put(struct writer *w, unsigned value, unsigned width)
{
    for (unsigned i = 0; i < width; i++)
        put_bit(w, value >> (width - i));
}

static unsigned get_bit(struct reader *r)
{
    unsigned bit = r->bytes[r->at / 8] >> (7 - r->at % 8) & 1u;
    r->at++;
    return bit;
}

static unsigned get(struct reader *r, unsigned width)
{
    unsigned value = 0;
    for (unsigned i = 0; i < width; i++)
        value = value << 1 | get_bit(r);
    return value;
}

int main(void)
{
    struct writer w = {{0}, 0};
    unsigned a = nondet_unsigned(), b = nondet_unsigned(), c = nondet_unsigned();
    __CPROVER_assume(a < 8 && b < 32 && c < 2);
    put(&w, a, 3);
    put(&w, b, 5);
    put(&w, c, 1);
    assert(w.bits == 9);
    struct reader r = {w.bytes, 0};
    assert(get(&r, 3) == a);
    unsigned second = get(&r, 5);
    assert(second < 32);
    return 0;
}

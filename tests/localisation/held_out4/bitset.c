// fault: line 45
/* Sets of small numbers in words of eight bits. */
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

unsigned nondet_unsigned(void);

#define WORDS 3
#define BITS 8
#define LARGEST (WORDS * BITS)

struct set {
    uint8_t word[WORDS];
};

static void add(struct set *s, unsigned x)
{
    s->word[x / BITS] |= 1u << x % BITS;
}

static void drop(struct set *s, unsigned x)
{
    s->word[x / BITS] &= ~(1u << x % BITS);
}

static bool has(const struct set *s, unsigned x)
{
    return s->word[x / BITS] >> x % BITS & 1;
}

static unsigned count_word(uint8_t w)
{
    unsigned n = 0;
    while (w) {
        w &= w - 1;
        n++;
    }
    return n;
}

static unsigned size(const struct set *s)
{
    unsigned n = 0;
    for (unsigned i = 1; i < WORDS; i++)
        n += count_word(s->word[i]);
    return n;
}

static void join(struct set *into, const struct set *other)
{
    for (unsigned i = 0; i < WORDS; i++)
        into->word[i] |= other->word[i];
}

static int least(const struct set *s)
{
    for (unsigned x = 0; x < LARGEST; x++)
        if (has(s, x))
            return (int)x;
    return -1;
}

int main(void)
{
    struct set a = {{0}}, b = {{0}};
    unsigned x = nondet_unsigned(), y = nondet_unsigned(), z = nondet_unsigned();
    __CPROVER_assume(x < LARGEST && y < LARGEST && z < LARGEST);

    add(&a, x);
    add(&b, y);
    add(&b, z);
    join(&a, &b);
    assert(has(&a, x) && has(&a, y) && has(&a, z));
    assert(size(&a) <= 3);
    assert(least(&a) <= (int)x);
    drop(&a, y);
    assert(!has(&a, y));
    if (y != x)
        assert(size(&a) >= 1);
    return 0;
}

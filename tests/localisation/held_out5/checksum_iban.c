// fault: line 26
/* Account numbers with two check digits, modulo 97. */
#include <assert.h>
#include <stdbool.h>

unsigned nondet_unsigned(void);

#define MODULUS 97

struct account {
    unsigned bank;
    unsigned number;
    unsigned check;
};

static unsigned remainder_of(unsigned bank, unsigned number)
{
    unsigned r = bank % MODULUS;
    r = (r * 1000 + number) % MODULUS;
    return r * 100 % MODULUS;
}

static struct account make(unsigned bank, unsigned number)
{
    struct account a = {bank, number, 0};
    a.check = MODULUS - remainder_of(bank, number);
    return a;
}

static bool valid(const struct account *a)
{
    return (remainder_of(a->bank, a->number) + a->check) % MODULUS == 1;
}

static bool same(const struct account *a, const struct account *b)
{
    return a->bank == b->bank && a->number == b->number;
}

int main(void)
{
    unsigned bank = nondet_unsigned(), number = nondet_unsigned(), other = nondet_unsigned();
    __CPROVER_assume(bank < 1000 && number < 1000 && other < 1000);
    struct account a = make(bank, number);
    struct account b = make(bank, other);
    assert(a.check <= 98);
    assert(valid(&a));
    if (number == other)
        assert(same(&a, &b));
    return 0;
}

// fault: line 32
#include <assert.h>

int nondet_int(void);

struct rational {
    int num;
    int den;
};

static int absolute(int x)
{
    return x < 0 ? -x : x;
}

static int gcd(int a, int b)
{
    a = absolute(a);
    b = absolute(b);
    while (b != 0) {
        int rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static struct rational make(int num, int den)
{
    struct rational r;
    int g;
    if (num < 0) {
        num = -num;
        den = -den;
    }
    g = gcd(num, den);
    r.num = num / g;
    r.den = den / g;
    return r;
}

static struct rational add(struct rational a, struct rational b)
{
    return make(a.num * b.den + b.num * a.den, a.den * b.den);
}

static struct rational minus(struct rational a)
{
    a.num = -a.num;
    return a;
}

static int less(struct rational a, struct rational b)
{
    return a.num * b.den < b.num * a.den;
}

static int same(struct rational a, struct rational b)
{
    return a.num == b.num && a.den == b.den;
}

static struct rational input(void)
{
    int num = nondet_int(), den = nondet_int();
    __CPROVER_assume(num >= -6 && num <= 6);
    __CPROVER_assume(den >= -6 && den <= 6 && den != 0);
    return make(num, den);
}

int main(void)
{
    struct rational a = input();
    struct rational b = input();
    struct rational zero = make(0, 1);
    struct rational sum = add(a, b);

    assert(same(add(b, a), sum));
    assert(same(add(a, zero), a));
    if (less(zero, b))
        assert(less(a, sum));
    if (less(b, zero))
        assert(less(sum, a));
    if (!less(a, zero) && !less(zero, a))
        assert(a.num == 0);
    assert(same(minus(minus(a)), a));
    return 0;
}

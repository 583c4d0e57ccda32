// fault: line 44
#include <assert.h>

int nondet_int(void);

struct fraction {
    int num;
    int den;
};

static int gcd(int a, int b)
{
    if (a < 0)
        a = -a;
    while (b != 0) {
        int r = a % b;
        a = b;
        b = r;
    }
    return a;
}

static struct fraction reduced(int num, int den)
{
    struct fraction f;
    int g;
    if (den < 0) {
        num = -num;
        den = -den;
    }
    g = gcd(num, den);
    f.num = num / g;
    f.den = den / g;
    return f;
}

static struct fraction add(struct fraction a, struct fraction b)
{
    return reduced(a.num * b.den + b.num * a.den, a.den * b.den);
}

static struct fraction subtract(struct fraction a, struct fraction b)
{
    return reduced(a.num * b.den - b.num * b.den, a.den * b.den);
}

static int equal(struct fraction a, struct fraction b)
{
    return a.num == b.num && a.den == b.den;
}

static int less(struct fraction a, struct fraction b)
{
    return a.num * b.den < b.num * a.den;
}

int main(void)
{
    struct fraction a, b, sum, difference;
    int n = nondet_int(), d = nondet_int(), m = nondet_int(), e = nondet_int();
    __CPROVER_assume(n >= -6 && n <= 6 && m >= -6 && m <= 6);
    __CPROVER_assume(d >= 1 && d <= 5 && e >= 1 && e <= 5);
    a = reduced(n, d);
    b = reduced(m, e);
    sum = add(a, b);
    assert(sum.den > 0);
    if (m > 0)
        assert(less(a, sum));
    difference = subtract(a, b);
    if (less(b, a))
        assert(difference.num > 0);
    if (equal(a, b))
        assert(difference.num == 0);
    return 0;
}

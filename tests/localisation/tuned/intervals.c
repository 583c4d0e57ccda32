// fault: line 63
#include <assert.h>

int nondet_int(void);

struct interval {
    int low;
    int high;
};

static int is_empty(struct interval i)
{
    return i.low > i.high;
}

static int contains(struct interval i, int x)
{
    return i.low <= x && x <= i.high;
}

static int min(int a, int b)
{
    return a < b ? a : b;
}

static int max(int a, int b)
{
    return a > b ? a : b;
}

static struct interval meet(struct interval a, struct interval b)
{
    struct interval r;
    r.low = max(a.low, b.low);
    r.high = min(a.high, b.high);
    return r;
}

static struct interval join(struct interval a, struct interval b)
{
    struct interval r;
    if (is_empty(a))
        return b;
    if (is_empty(b))
        return a;
    r.low = min(a.low, b.low);
    r.high = max(a.high, b.high);
    return r;
}

static struct interval negate(struct interval a)
{
    struct interval r;
    r.low = -a.high;
    r.high = -a.low;
    return r;
}

static struct interval subtract(struct interval a, struct interval b)
{
    struct interval n = negate(b), r;
    r.low = a.low + n.low;
    r.high = a.high - n.high;
    return r;
}

int main(void)
{
    struct interval a, b, r;
    int x = nondet_int(), y = nondet_int();
    a.low = nondet_int();
    a.high = nondet_int();
    b.low = nondet_int();
    b.high = nondet_int();
    __CPROVER_assume(a.low >= -100 && a.high <= 100 && a.low <= a.high);
    __CPROVER_assume(b.low >= -100 && b.high <= 100 && b.low <= b.high);
    __CPROVER_assume(contains(a, x) && contains(b, y));
    r = join(a, b);
    assert(contains(r, x) && contains(r, y));
    r = meet(a, b);
    if (x == y)
        assert(contains(r, x));
    r = subtract(a, b);
    assert(contains(r, x - y));
    return 0;
}

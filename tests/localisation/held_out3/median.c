// fault: line 19
#include <assert.h>

int nondet_int(void);

static int least(int a, int b)
{
    return a < b ? a : b;
}

static int most(int a, int b)
{
    return a > b ? a : b;
}

/* The one in the middle. */
static int median(int a, int b, int c)
{
    return most(least(a, b), least(most(a, b), a));
}

static int clamp(int x, int low, int high)
{
    return median(x, low, high);
}

static int spread(int a, int b, int c)
{
    return most(a, most(b, c)) - least(a, least(b, c));
}

struct vote {
    int chosen;
    int disagree;
};

static struct vote vote(int a, int b, int c, int tolerance)
{
    struct vote v;
    v.chosen = median(a, b, c);
    v.disagree = spread(a, b, c) > tolerance;
    return v;
}

int main(void)
{
    int a = nondet_int(), b = nondet_int(), c = nondet_int();
    struct vote v;
    __CPROVER_assume(a >= -1000 && a <= 1000);
    __CPROVER_assume(b >= -1000 && b <= 1000);
    __CPROVER_assume(c >= -1000 && c <= 1000);
    v = vote(a, b, c, 10);
    assert(v.chosen == a || v.chosen == b || v.chosen == c);
    if (a == b)
        assert(v.chosen == a);
    if (b == c)
        assert(v.chosen == b);
    if (!v.disagree)
        assert(v.chosen - c <= 10 && c - v.chosen <= 10);
    assert(clamp(a, -5, 5) >= -5);
    return 0;
}

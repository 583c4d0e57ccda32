// fault: line 11
#include <assert.h>

int nondet_int(void);

typedef int fixed;

#define SHIFT 8
#define ONE (1 << SHIFT)
#define TO_FIXED(n) ((n) * ONE)
#define ROUND(x) (((x) + ONE) / ONE)

static fixed multiply(fixed a, fixed b)
{
    return (a * b) / ONE;
}

static fixed divide(fixed a, fixed b)
{
    return (a * ONE) / b;
}

static fixed clamp(fixed x, fixed low, fixed high)
{
    if (x < low)
        return low;
    if (x > high)
        return high;
    return x;
}

static fixed interpolate(fixed from, fixed to, fixed t)
{
    t = clamp(t, 0, ONE);
    return from + multiply(to - from, t);
}

static int percent_of(int amount, int percent)
{
    fixed share = divide(TO_FIXED(percent), TO_FIXED(100));
    return ROUND(multiply(TO_FIXED(amount), share));
}

int main(void)
{
    int amount = nondet_int();
    int percent = nondet_int();
    int from = nondet_int();
    int to = nondet_int();
    int t = nondet_int();
    int part, x;
    __CPROVER_assume(amount >= 0 && amount <= 200);
    __CPROVER_assume(percent == 0 || percent == 25 || percent == 50 || percent == 100);
    __CPROVER_assume(from >= 0 && from <= 50 && to >= from && to <= 50);
    __CPROVER_assume(t >= -300 && t <= 600);
    part = percent_of(amount, percent);
    if (percent == 100)
        assert(part == amount);
    assert(part * 100 <= amount * percent + 50);
    x = interpolate(TO_FIXED(from), TO_FIXED(to), t);
    assert(x >= TO_FIXED(from) && x <= TO_FIXED(to));
    return 0;
}

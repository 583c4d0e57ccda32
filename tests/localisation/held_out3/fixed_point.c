// fault: line 21
#include <assert.h>
#include <stdint.h>

int nondet_int(void);

/* Q8 numbers: eight bits behind the point. */
typedef int32_t q8;

#define ONE 256

static q8 from_int(int x)
{
    return x * ONE;
}

static int to_int(q8 x)
{
    if (x >= 0)
        return (x + ONE / 2) / ONE;
    return -((-x - ONE / 2) / ONE);
}

static q8 multiply(q8 a, q8 b)
{
    int64_t product = (int64_t)a * b;
    return (q8)(product / ONE);
}

static q8 divide(q8 a, q8 b)
{
    return (q8)((int64_t)a * ONE / b);
}

static q8 interpolate(q8 from, q8 to, q8 part)
{
    return from + multiply(to - from, part);
}

static int distance(int a, int b)
{
    return a > b ? a - b : b - a;
}

int main(void)
{
    int a = nondet_int(), b = nondet_int(), halves = nondet_int();
    q8 x, between;
    __CPROVER_assume(a >= -100 && a <= 100);
    __CPROVER_assume(b >= 1 && b <= 20);
    __CPROVER_assume(halves >= -200 && halves <= 200);
    x = from_int(a);
    assert(to_int(x) == a);
    assert(distance(to_int(multiply(divide(x, from_int(b)), from_int(b))), a) <= 1);
    assert(distance(2 * to_int(halves * (ONE / 2)), halves) <= 1);
    between = interpolate(from_int(0), from_int(b), ONE / 2);
    assert(between >= 0 && between <= from_int(b));
    return 0;
}

// fault: line 42
/* A pump's characteristic: pressure for a flow, interpolated between the points of a table. */
#include <assert.h>

int nondet_int(void);

#define POINTS 5

struct point {
    int flow;
    int pressure;
};

static const struct point curve[POINTS] = {
    {0, 900}, {100, 860}, {200, 740}, {300, 500}, {400, 120},
};

static int clamp(int x, int low, int high)
{
    if (x < low)
        return low;
    if (x > high)
        return high;
    return x;
}

static int segment_of(int flow)
{
    int i = 0;
    while (i < POINTS - 2 && curve[i + 1].flow <= flow)
        i++;
    return i;
}

static int pressure_at(int flow)
{
    int i, span, drop, part;
    flow = clamp(flow, curve[0].flow, curve[POINTS - 1].flow);
    i = segment_of(flow);
    span = curve[i + 1].flow - curve[i].flow;
    drop = curve[i].pressure - curve[i + 1].pressure;
    part = flow - curve[0].flow;
    return curve[i].pressure - drop * part / span;
}

static int power(int flow, int efficiency)
{
    return flow * pressure_at(flow) / (efficiency * 10);
}

int main(void)
{
    int a = nondet_int();
    int b = nondet_int();
    int efficiency = nondet_int();
    __CPROVER_assume(a >= 0 && a <= 400);
    __CPROVER_assume(b >= 0 && b <= 400);
    __CPROVER_assume(efficiency >= 20 && efficiency <= 90);

    int pa = pressure_at(a);
    int pb = pressure_at(b);
    if (a < b)
        assert(pa >= pb);
    assert(pa <= 900);
    assert(pb >= 120);
    if (a == 0)
        assert(power(a, efficiency) == 0);
    return 0;
}

// fault: line 32
#include <assert.h>

int nondet_int(void);

struct point {
    int x;
    int y;
};

struct box {
    struct point low;
    struct point high;
};

static int min(int a, int b)
{
    return a < b ? a : b;
}

static int max(int a, int b)
{
    return a < b ? b : a;
}

static struct box box_of(struct point a, struct point b)
{
    struct box r;
    r.low.x = min(a.x, b.x);
    r.low.y = min(a.y, b.y);
    r.high.x = max(a.x, b.x);
    r.high.y = max(a.x, b.y);
    return r;
}

static int width(struct box b)
{
    return b.high.x - b.low.x;
}

static int height(struct box b)
{
    return b.high.y - b.low.y;
}

static int area(struct box b)
{
    return width(b) * height(b);
}

static int inside(struct box b, struct point p)
{
    return b.low.x <= p.x && p.x <= b.high.x && b.low.y <= p.y && p.y <= b.high.y;
}

static int overlaps(struct box a, struct box b)
{
    return a.low.x <= b.high.x && b.low.x <= a.high.x && a.low.y <= b.high.y && b.low.y <= a.high.y;
}

static struct point some_point(void)
{
    struct point p;
    p.x = nondet_int();
    p.y = nondet_int();
    __CPROVER_assume(p.x >= -50 && p.x <= 50 && p.y >= -50 && p.y <= 50);
    return p;
}

int main(void)
{
    struct point a = some_point(), b = some_point(), c = some_point(), d = some_point();
    struct box p, q;
    p = box_of(a, b);
    q = box_of(c, d);
    assert(area(p) >= 0);
    assert(inside(p, a) && inside(p, b));
    if (inside(p, c))
        assert(overlaps(p, q));
    if (a.y == b.y)
        assert(area(p) == 0);
    return 0;
}

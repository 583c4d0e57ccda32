// fault: line 20
#include <assert.h>

#define POINTS 5

int nondet_int(void);

struct point {
    int raw;
    int value;
};

static const struct point curve[POINTS] = {
    {0, -40}, {100, 0}, {300, 40}, {600, 80}, {1000, 120},
};

static int segment(int raw)
{
    int i = 0;
    while (i < POINTS && curve[i + 1].raw < raw)
        i++;
    return i;
}

static int between(const struct point *a, const struct point *b, int raw)
{
    return a->value + (raw - a->raw) * (b->value - a->value) / (b->raw - a->raw);
}

static int measure(int raw)
{
    int i;
    if (raw <= curve[0].raw)
        return curve[0].value;
    i = segment(raw);
    return between(&curve[i], &curve[i + 1], raw);
}

static int filtered(int old, int new)
{
    return (3 * old + new) / 4;
}

static int alarm(int value, int was)
{
    if (value > 100)
        return 1;
    if (value < 90)
        return 0;
    return was;
}

int main(void)
{
    int level = 0, ringing = 0, i;

    for (i = 0; i < 3; i++) {
        int raw = nondet_int();
        int value;
        __CPROVER_assume(raw >= -5 && raw <= 1023);
        value = measure(raw);
        assert(value >= -40);
        if (raw >= 100 && raw <= 1000)
            assert(value >= 0 && value <= 120);
        level = filtered(level, value);
        ringing = alarm(level, ringing);
        if (level > 100)
            assert(ringing);
    }
    return 0;
}

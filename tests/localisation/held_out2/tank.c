// fault: line 40
#include <assert.h>

#define CAPACITY 1000
#define MOST_RATE 50
#define LEAST_RATE (-20)

int nondet_int(void);

struct tank {
    int level;
    int goal;
    int rate;
    int integral;
    int valve;
};

static int clamp(int x, int low, int high)
{
    if (x < low)
        return low;
    if (x > high)
        return high;
    return x;
}

static int wanted_rate(const struct tank *t)
{
    int error = t->goal - t->level;
    return error / 4 + t->integral / 16;
}

static void control(struct tank *t)
{
    int error = t->goal - t->level;
    int rate = wanted_rate(t);

    if (rate > LEAST_RATE && rate < MOST_RATE)
        t->integral += error;
    t->rate = clamp(rate, LEAST_RATE, CAPACITY);
    t->valve = t->rate < 0;
}

static void flow(struct tank *t, int demand)
{
    t->level += t->rate - demand;
    t->level = clamp(t->level, 0, CAPACITY);
}

static int is_full(const struct tank *t)
{
    return t->level >= CAPACITY - 10;
}

int main(void)
{
    struct tank t = {0, 0, 0, 0, 0};
    int i;

    t.level = nondet_int();
    t.goal = nondet_int();
    __CPROVER_assume(t.level >= 0 && t.level <= CAPACITY);
    __CPROVER_assume(t.goal >= 100 && t.goal <= 900);
    for (i = 0; i < 4; i++) {
        int demand = nondet_int(), before = t.level;
        __CPROVER_assume(demand >= 0 && demand <= 30);
        control(&t);
        assert(t.valve == (t.rate < 0));
        flow(&t, demand);
        assert(t.level >= 0 && t.level <= CAPACITY);
        assert(t.level - before <= MOST_RATE);
        assert(before - t.level <= 30 - LEAST_RATE);
        if (is_full(&t))
            assert(t.level > t.goal);
    }
    return 0;
}

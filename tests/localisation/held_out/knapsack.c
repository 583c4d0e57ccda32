// fault: line 28
#include <assert.h>

int nondet_int(void);

#define THINGS 3
#define ROOM 8

struct thing {
    int weight;
    int worth;
};

static int best[ROOM + 1];

static int max(int a, int b)
{
    return a > b ? a : b;
}

static int pack(const struct thing *things, int n, int room)
{
    int i, r;
    for (r = 0; r <= room; r++)
        best[r] = 0;
    for (i = 0; i < n; i++)
        for (r = room; r >= things[i].weight; r--)
            best[r] = max(best[r], best[r - things[i].weight] + things[i].weight);
    return best[room];
}

static int weight_of(const struct thing *things, int chosen)
{
    int i, sum = 0;
    for (i = 0; i < THINGS; i++)
        if (chosen & (1 << i))
            sum += things[i].weight;
    return sum;
}

static int worth_of(const struct thing *things, int chosen)
{
    int i, sum = 0;
    for (i = 0; i < THINGS; i++)
        if (chosen & (1 << i))
            sum += things[i].worth;
    return sum;
}

int main(void)
{
    struct thing things[THINGS];
    int i, result, chosen = nondet_int(), room = nondet_int(), all = 0;
    for (i = 0; i < THINGS; i++) {
        things[i].weight = nondet_int();
        things[i].worth = nondet_int();
        __CPROVER_assume(things[i].weight >= 1 && things[i].weight <= 5);
        __CPROVER_assume(things[i].worth >= 1 && things[i].worth <= 9);
        all += things[i].worth;
    }
    __CPROVER_assume(room >= 0 && room <= ROOM);
    __CPROVER_assume(chosen >= 0 && chosen < (1 << THINGS));
    result = pack(things, THINGS, room);
    if (weight_of(things, chosen) <= room)
        assert(result >= worth_of(things, chosen));
    assert(result <= all);
    return 0;
}

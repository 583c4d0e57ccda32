// fault: line 30
/* A parking meter: coins, time, and a tariff with steps. */
#include <assert.h>
#include <stdbool.h>

int nondet_int(void);

#define MOST_MINUTES 180

struct tariff {
    int up_to;
    int cents_per_step;
    int step;
};

static const struct tariff tariffs[3] = {
    {30, 10, 10}, {120, 20, 10}, {MOST_MINUTES, 50, 15},
};

static int paid;
static int minutes;

static int cost(int wanted)
{
    int sum = 0, from = 0;
    for (int i = 0; i < 3 && from < wanted; i++) {
        int to = wanted < tariffs[i].up_to ? wanted : tariffs[i].up_to;
        int steps = (to - from + tariffs[i].step - 1) / tariffs[i].step;
        sum += steps * tariffs[i].cents_per_step;
        from = wanted;
    }
    return sum;
}

static bool insert(int coin)
{
    if (coin != 10 && coin != 20 && coin != 50)
        return false;
    paid += coin;
    return true;
}

static void buy(void)
{
    while (minutes < MOST_MINUTES && cost(minutes + 10) <= paid)
        minutes += 10;
}

int main(void)
{
    int coins[3];
    for (int i = 0; i < 3; i++) {
        coins[i] = nondet_int();
        __CPROVER_assume(coins[i] >= 0 && coins[i] <= 50);
        insert(coins[i]);
    }
    buy();
    assert(minutes <= MOST_MINUTES);
    assert(cost(minutes) <= paid);
    if (paid <= 30)
        assert(minutes <= 30);
    if (paid == 150)
        assert(minutes == 90);
    return 0;
}

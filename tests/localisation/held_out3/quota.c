// fault: line 50
#include <assert.h>
#include <stdbool.h>

int nondet_int(void);

#define USERS 3
#define SOFT 80
#define HARD 100

struct user {
    int used;
    int warned;
    bool locked;
};

static struct user users[USERS];
static int total;

static bool allowed(int id, int amount)
{
    return !users[id].locked && users[id].used + amount <= HARD;
}

static void check_limits(int id)
{
    struct user *u = &users[id];
    if (u->used > SOFT)
        u->warned++;
    if (u->used == HARD)
        u->locked = true;
}

static bool take(int id, int amount)
{
    if (!allowed(id, amount))
        return false;
    users[id].used += amount;
    total += amount;
    check_limits(id);
    return true;
}

static void give_back(int id, int amount)
{
    struct user *u = &users[id];
    if (amount > u->used)
        amount = u->used;
    u->used -= amount;
    total += amount;
    if (u->used < HARD)
        u->locked = false;
}

static int sum(void)
{
    int i, result = 0;
    for (i = 0; i < USERS; i++)
        result += users[i].used;
    return result;
}

int main(void)
{
    int i;
    for (i = 0; i < 3; i++) {
        int id = nondet_int(), amount = nondet_int(), op = nondet_int();
        __CPROVER_assume(id >= 0 && id < USERS);
        __CPROVER_assume(amount > 0 && amount <= 60);
        if (op == 0)
            give_back(id, amount);
        else
            take(id, amount);
        assert(users[id].used >= 0 && users[id].used <= HARD);
        assert(users[id].locked == (users[id].used == HARD));
        assert(total == sum());
    }
    return 0;
}

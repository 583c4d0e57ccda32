// fault: line 30
#include <assert.h>

int nondet_int(void);

#define ACCOUNTS 3
#define OVERDRAFT 200
#define FEE 5

struct account {
    int balance;
    int limit;
    int frozen;
    int operations;
};

static struct account accounts[ACCOUNTS];
static int collected;

static int available(const struct account *a)
{
    return a->balance + a->limit;
}

static int withdraw(int who, int amount)
{
    struct account *a = &accounts[who];
    if (a->frozen || amount <= 0)
        return 0;
    if (available(a) < amount)
        return 0;
    a->balance -= amount + FEE;
    collected += FEE;
    a->operations++;
    return amount;
}

static int deposit(int who, int amount)
{
    struct account *a = &accounts[who];
    if (amount <= 0)
        return 0;
    a->balance += amount;
    a->operations++;
    if (a->frozen && a->balance >= 0)
        a->frozen = 0;
    return amount;
}

static int transfer(int from, int to, int amount)
{
    int moved;
    if (from == to)
        return 0;
    moved = withdraw(from, amount);
    if (moved)
        deposit(to, moved);
    return moved;
}

static int total(void)
{
    int i, sum = 0;
    for (i = 0; i < ACCOUNTS; i++)
        sum += accounts[i].balance;
    return sum;
}

int main(void)
{
    int i, before, from, to, amount;
    for (i = 0; i < ACCOUNTS; i++) {
        accounts[i].balance = nondet_int();
        accounts[i].limit = OVERDRAFT;
        __CPROVER_assume(accounts[i].balance >= 0 && accounts[i].balance <= 1000);
    }
    accounts[2].frozen = nondet_int();
    __CPROVER_assume(accounts[2].frozen == 0 || accounts[2].frozen == 1);
    before = total();
    from = nondet_int();
    to = nondet_int();
    amount = nondet_int();
    __CPROVER_assume(from >= 0 && from < ACCOUNTS && to >= 0 && to < ACCOUNTS);
    __CPROVER_assume(amount >= -10 && amount <= 2000);
    transfer(from, to, amount);
    for (i = 0; i < ACCOUNTS; i++)
        assert(available(&accounts[i]) >= 0);
    assert(total() + collected == before);
    return 0;
}

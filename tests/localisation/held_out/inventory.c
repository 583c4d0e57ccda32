// fault: line 34, 35
#include <assert.h>

int nondet_int(void);

#define ITEMS 3

struct item {
    int stock;
    int reserved;
    int reorder_level;
    int on_order;
};

static struct item store[ITEMS];

static int free_stock(const struct item *i)
{
    return i->stock - i->reserved;
}

static int reserve(struct item *i, int quantity)
{
    if (quantity <= 0 || quantity > free_stock(i))
        return 0;
    i->reserved += quantity;
    return 1;
}

static int ship(struct item *i, int quantity)
{
    if (quantity <= 0 || quantity > i->reserved)
        return 0;
    i->stock -= quantity;
    return 1;
}

static void reorder(struct item *i)
{
    if (free_stock(i) + i->on_order < i->reorder_level)
        i->on_order += i->reorder_level - free_stock(i) - i->on_order;
}

static void receive(struct item *i, int quantity)
{
    if (quantity > i->on_order)
        quantity = i->on_order;
    i->on_order -= quantity;
    i->stock += quantity;
}

static int consistent(const struct item *i)
{
    return i->stock >= 0 && i->reserved >= 0 && i->reserved <= i->stock && i->on_order >= 0;
}

int main(void)
{
    int n, which = nondet_int(), want = nondet_int(), send = nondet_int(), got = nondet_int();
    struct item *i;
    for (n = 0; n < ITEMS; n++) {
        store[n].stock = nondet_int();
        store[n].reorder_level = nondet_int();
        __CPROVER_assume(store[n].stock >= 0 && store[n].stock <= 100);
        __CPROVER_assume(store[n].reorder_level >= 0 && store[n].reorder_level <= 50);
    }
    __CPROVER_assume(which >= 0 && which < ITEMS);
    __CPROVER_assume(want >= -5 && want <= 200 && send >= -5 && send <= 200 && got >= 0 && got <= 50);
    i = &store[which];
    reserve(i, want);
    ship(i, send);
    assert(consistent(i));
    reorder(i);
    assert(free_stock(i) + i->on_order >= i->reorder_level);
    receive(i, got);
    assert(consistent(i));
    return 0;
}

// fault: line 52
#include <assert.h>

int nondet_int(void);

#define MEMBER_DISCOUNT 10
#define BULK_DISCOUNT 15
#define BULK_QUANTITY 20
#define FREE_SHIPPING 5000
#define SHIPPING 450

struct order {
    int unit_price;
    int quantity;
    int member;
    int express;
};

static int subtotal(const struct order *o)
{
    return o->unit_price * o->quantity;
}

static int discount_percent(const struct order *o)
{
    int percent = 0;
    if (o->member)
        percent += MEMBER_DISCOUNT;
    if (o->quantity >= BULK_QUANTITY)
        percent += BULK_DISCOUNT;
    return percent;
}

static int discounted(const struct order *o)
{
    int full = subtotal(o);
    return full - full * discount_percent(o) / 100;
}

static int shipping(const struct order *o, int amount)
{
    if (o->express)
        return 2 * SHIPPING;
    if (amount >= FREE_SHIPPING)
        return 0;
    return SHIPPING;
}

static int total(const struct order *o)
{
    int amount = discounted(o);
    return amount + shipping(o, subtotal(o));
}

int main(void)
{
    struct order o;
    int price;
    o.unit_price = nondet_int();
    o.quantity = nondet_int();
    o.member = nondet_int();
    o.express = nondet_int();
    __CPROVER_assume(o.unit_price >= 1 && o.unit_price <= 1000);
    __CPROVER_assume(o.quantity >= 1 && o.quantity <= 50);
    __CPROVER_assume(o.member == 0 || o.member == 1);
    __CPROVER_assume(o.express == 0 || o.express == 1);
    price = total(&o);
    assert(price >= 1);
    if (!o.express && price < FREE_SHIPPING)
        assert(price >= SHIPPING + o.unit_price * o.quantity * 3 / 4);
    if (o.express)
        assert(price > 2 * SHIPPING);
    if (!o.member && o.quantity < BULK_QUANTITY)
        assert(price >= subtotal(&o));
    return 0;
}

// fault: line 28
#include <assert.h>

int nondet_int(void);

enum kind { CHILD, ADULT, SENIOR };

struct fare {
    int base;
    int extra;
    int total;
};

static int zone_price(int zones)
{
    int price = 200;
    if (zones > 1)
        price += (zones - 1) * 50;
    if (zones > 4)
        price = 400;
    return price;
}

static int discount(enum kind kind, int price)
{
    if (kind == CHILD)
        return price / 2;
    if (kind == ADULT)
        return price * 30 / 100;
    return 0;
}

static int surcharge(int minute)
{
    int peak = minute >= 6 * 60 + 30 && minute < 9 * 60;
    return peak ? 40 : 0;
}

static struct fare fare(enum kind kind, int zones, int minute)
{
    struct fare f;
    f.base = zone_price(zones);
    f.base -= discount(kind, f.base);
    f.extra = kind == CHILD ? 0 : surcharge(minute);
    f.total = f.base + f.extra;
    return f;
}

int main(void)
{
    int zones = nondet_int(), minute = nondet_int(), k = nondet_int();
    struct fare child, adult, senior;
    __CPROVER_assume(zones >= 1 && zones <= 6);
    __CPROVER_assume(minute >= 0 && minute < 24 * 60);
    child = fare(CHILD, zones, minute);
    adult = fare(ADULT, zones, minute);
    senior = fare(SENIOR, zones, minute);
    assert(child.total <= adult.total);
    assert(senior.total <= adult.total);
    assert(adult.total <= 440);
    assert(child.base >= 100);
    __CPROVER_assume(k >= 0 && k <= 2);
    assert(fare((enum kind)k, zones, minute).extra <= 40);
    return 0;
}

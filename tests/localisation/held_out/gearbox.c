// fault: line 26
#include <assert.h>

int nondet_int(void);

enum gear { PARK, REVERSE, NEUTRAL, DRIVE };

struct car {
    enum gear gear;
    int speed;
    int brake;
    int ratio;
};

#define MAX_RATIO 5
#define SHIFT_UP(ratio) ((ratio) * 20)
#define SHIFT_DOWN(ratio) (((ratio) - 1) * 20 - 5)

static int may_change(const struct car *c, enum gear to)
{
    if (to == c->gear)
        return 1;
    if (to == PARK)
        return c->speed == 0 && c->brake;
    if (to == REVERSE)
        return c->speed <= 0 || c->brake;
    if (to == DRIVE)
        return c->speed >= 0 && (c->gear != PARK || c->brake);
    return 1;
}

static void change(struct car *c, enum gear to)
{
    if (!may_change(c, to))
        return;
    if (c->gear != to)
        c->ratio = 1;
    c->gear = to;
}

static void adapt_ratio(struct car *c)
{
    if (c->gear != DRIVE)
        return;
    if (c->ratio < MAX_RATIO && c->speed > SHIFT_UP(c->ratio))
        c->ratio++;
    else if (c->ratio > 1 && c->speed < SHIFT_DOWN(c->ratio))
        c->ratio--;
}

int main(void)
{
    struct car c;
    int gear = nondet_int(), to = nondet_int(), old_ratio;
    c.speed = nondet_int();
    c.brake = nondet_int();
    c.ratio = nondet_int();
    __CPROVER_assume(gear >= PARK && gear <= DRIVE && to >= PARK && to <= DRIVE);
    __CPROVER_assume(c.speed >= -20 && c.speed <= 200);
    __CPROVER_assume(c.brake == 0 || c.brake == 1);
    __CPROVER_assume(c.ratio >= 1 && c.ratio <= MAX_RATIO);
    c.gear = (enum gear)gear;
    __CPROVER_assume(c.gear != PARK || c.speed == 0);
    __CPROVER_assume(c.gear != REVERSE || c.speed <= 0);
    __CPROVER_assume(c.gear != DRIVE || c.speed >= 0);
    change(&c, (enum gear)to);
    if (c.gear == REVERSE)
        assert(c.speed <= 0);
    if (c.gear == DRIVE)
        assert(c.speed >= 0);
    if (c.gear == PARK)
        assert(c.speed == 0);
    old_ratio = c.ratio;
    adapt_ratio(&c);
    assert(c.ratio >= 1 && c.ratio <= MAX_RATIO);
    assert(c.ratio - old_ratio <= 1 && old_ratio - c.ratio <= 1);
    return 0;
}

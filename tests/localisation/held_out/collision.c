// fault: line 38
#include <assert.h>

int nondet_int(void);

enum warning { QUIET, CAUTION, BRAKE };

struct track {
    int distance;
    int closing_speed;
    int lateral_offset;
    int valid;
    int age;
};

#define LANE_HALF_WIDTH 180
#define STALE 5
#define BRAKE_TIME 2
#define CAUTION_TIME 4

static int in_lane(const struct track *t)
{
    return t->lateral_offset > -LANE_HALF_WIDTH && t->lateral_offset < LANE_HALF_WIDTH;
}

static int usable(const struct track *t)
{
    return t->valid && t->age < STALE;
}

static int closes_within(const struct track *t, int seconds)
{
    return t->closing_speed > 0 && t->distance <= t->closing_speed * seconds;
}

static enum warning judge(const struct track *t, int own_speed, int driver_brakes)
{
    if (!usable(t) && !in_lane(t))
        return QUIET;
    if (own_speed < 5)
        return QUIET;
    if (closes_within(t, BRAKE_TIME))
        return driver_brakes ? CAUTION : BRAKE;
    if (closes_within(t, CAUTION_TIME))
        return CAUTION;
    return QUIET;
}

static enum warning worst(enum warning a, enum warning b)
{
    return a > b ? a : b;
}

int main(void)
{
    struct track t[2];
    int i, own_speed = nondet_int(), driver_brakes = nondet_int();
    enum warning w = QUIET;
    __CPROVER_assume(own_speed >= 0 && own_speed <= 60);
    __CPROVER_assume(driver_brakes == 0 || driver_brakes == 1);
    for (i = 0; i < 2; i++) {
        t[i].distance = nondet_int();
        t[i].closing_speed = nondet_int();
        t[i].lateral_offset = nondet_int();
        t[i].valid = nondet_int();
        t[i].age = nondet_int();
        __CPROVER_assume(t[i].distance >= 0 && t[i].distance <= 300);
        __CPROVER_assume(t[i].closing_speed >= -60 && t[i].closing_speed <= 60);
        __CPROVER_assume(t[i].lateral_offset >= -1000 && t[i].lateral_offset <= 1000);
        __CPROVER_assume(t[i].valid == 0 || t[i].valid == 1);
        __CPROVER_assume(t[i].age >= 0 && t[i].age <= 10);
        w = worst(w, judge(&t[i], own_speed, driver_brakes));
    }
    if (!t[0].valid && !t[1].valid)
        assert(w == QUIET);
    if (driver_brakes)
        assert(w != BRAKE);
    if (own_speed >= 5 && t[0].valid && t[0].age == 0 && t[0].lateral_offset == 0 && t[0].distance < 10
        && t[0].closing_speed > 10)
        assert(w != QUIET);
    return 0;
}

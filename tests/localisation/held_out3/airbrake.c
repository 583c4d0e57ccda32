// fault: line 47
#include <assert.h>
#include <stdbool.h>

int nondet_int(void);
bool nondet_bool(void);

#define MIN_ALTITUDE 400
#define VMC_LIMIT 250
#define RATE_LIMIT 1500

static int own_speed;
static int altitude;
static int sink_rate;
static int throttle;
static bool gear_down;
static bool weight_on_wheels;
static bool override_switch;
static int layer[4];

enum advice { NOTHING, EXTEND, RETRACT, INHIBITED };

static void set_layers(int base)
{
    layer[0] = base;
    layer[1] = base + 50;
    layer[2] = base + 120;
    layer[3] = base + 200;
}

static int limit_for(int level)
{
    return level >= 0 && level < 4 ? layer[level] : layer[0];
}

static bool too_fast(int level)
{
    return own_speed > limit_for(level);
}

static bool may_extend(void)
{
    if (weight_on_wheels)
        return true;
    if (override_switch)
        return altitude > MIN_ALTITUDE;
    return gear_down || throttle < 20;
}

static bool must_retract(void)
{
    return throttle > 80 && !weight_on_wheels;
}

static enum advice advise(int level)
{
    enum advice result = NOTHING;
    bool fast = too_fast(level);
    bool sinking = sink_rate > RATE_LIMIT;
    if (must_retract())
        return RETRACT;
    if (fast && may_extend())
        result = EXTEND;
    else if (fast)
        result = INHIBITED;
    if (sinking && result == EXTEND)
        result = INHIBITED;
    return result;
}

int main(void)
{
    int base = nondet_int(), level = nondet_int();
    enum advice given;
    own_speed = nondet_int();
    altitude = nondet_int();
    sink_rate = nondet_int();
    throttle = nondet_int();
    gear_down = nondet_bool();
    weight_on_wheels = nondet_bool();
    override_switch = nondet_bool();
    __CPROVER_assume(base >= 100 && base <= 300);
    __CPROVER_assume(level >= 0 && level <= 3);
    __CPROVER_assume(own_speed >= 0 && own_speed <= 900);
    __CPROVER_assume(altitude >= 0 && altitude <= 20000);
    __CPROVER_assume(sink_rate >= -6000 && sink_rate <= 6000);
    __CPROVER_assume(throttle >= 0 && throttle <= 100);
    set_layers(base);
    given = advise(level);
    if (given == EXTEND)
        assert(own_speed > base);
    if (given == EXTEND && !weight_on_wheels && altitude <= MIN_ALTITUDE)
        assert(gear_down);
    if (throttle > 80 && !weight_on_wheels)
        assert(given == RETRACT);
    return 0;
}

// fault: line 78
/* Separation advice for a vessel that another one approaches, by depth. */
#include <assert.h>
#include <stdbool.h>

int nondet_int(void);
bool nondet_bool(void);

#define BAND_LOW 30
#define BAND_HIGH 60
#define MIN_SEP 25
#define NO_INTENT 0
#define KEEPS_ABOVE 1
#define KEEPS_BELOW 2
#define UNRESOLVED 0
#define CLIMB 1
#define DIVE 2

static int own_depth;
static int own_depth_rate;
static int other_depth;
static int other_capability;
static int other_advice;
static int sonar_quality;
static int above_separation;
static int below_separation;
static bool high_confidence;
static bool two_reports;
static bool inhibit_climb;
static int mode;
static int alarm_limits[3];

static void init_limits(void)
{
    alarm_limits[0] = 40;
    alarm_limits[1] = 50;
    alarm_limits[2] = 70;
}

static int alarm_limit(void)
{
    return alarm_limits[mode];
}

static int climb_bias(void)
{
    return inhibit_climb ? above_separation + MIN_SEP : above_separation;
}

static bool own_is_deeper(void)
{
    return own_depth > other_depth;
}

static bool other_is_deeper(void)
{
    return other_depth > own_depth;
}

static bool free_climb(void)
{
    bool prefers_climb = climb_bias() > below_separation;
    if (prefers_climb)
        return !own_is_deeper() || (own_is_deeper() && !(below_separation >= alarm_limit()));
    return other_is_deeper() && sonar_quality >= 2 && above_separation >= alarm_limit();
}

static bool free_dive(void)
{
    bool prefers_climb = climb_bias() > below_separation;
    if (prefers_climb)
        return own_is_deeper() && sonar_quality >= 2 && below_separation >= alarm_limit();
    return !other_is_deeper() || (other_is_deeper() && above_separation >= alarm_limit());
}

static bool threatened(void)
{
    return high_confidence && own_depth_rate < BAND_HIGH && (above_separation < 300 && below_separation < 300);
}

static int advise(void)
{
    bool enabled, equipped, unknown, need_climb, need_dive;
    int result = UNRESOLVED;

    enabled = threatened() && own_depth_rate >= -BAND_HIGH;
    equipped = other_capability == 1;
    unknown = two_reports && other_advice == NO_INTENT;
    if (enabled && ((equipped && unknown) || !equipped)) {
        need_climb = free_climb() && other_is_deeper();
        need_dive = free_dive() && own_is_deeper();
        if (need_climb && need_dive)
            result = UNRESOLVED;
        else if (need_climb)
            result = CLIMB;
        else if (need_dive)
            result = DIVE;
        else
            result = UNRESOLVED;
    }
    return result;
}

int main(void)
{
    int result;
    own_depth = nondet_int();
    own_depth_rate = nondet_int();
    other_depth = nondet_int();
    other_capability = nondet_int();
    other_advice = nondet_int();
    sonar_quality = nondet_int();
    above_separation = nondet_int();
    below_separation = nondet_int();
    high_confidence = nondet_bool();
    two_reports = nondet_bool();
    inhibit_climb = nondet_bool();
    mode = nondet_int();
    __CPROVER_assume(mode >= 0 && mode <= 2);
    __CPROVER_assume(own_depth >= 0 && own_depth <= 5000);
    __CPROVER_assume(other_depth >= 0 && other_depth <= 5000);
    __CPROVER_assume(own_depth_rate >= -100 && own_depth_rate <= 100);
    __CPROVER_assume(above_separation >= 0 && above_separation <= 1000);
    __CPROVER_assume(below_separation >= 0 && below_separation <= 1000);
    __CPROVER_assume(sonar_quality >= 0 && sonar_quality <= 3);
    init_limits();
    result = advise();
    if (own_depth_rate > BAND_LOW)
        assert(result == UNRESOLVED);
    if (result == CLIMB)
        assert(own_depth <= other_depth);
    if (!high_confidence)
        assert(result == UNRESOLVED);
    return 0;
}

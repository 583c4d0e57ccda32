// fault: line 46
#include <assert.h>

int nondet_int(void);

enum { NO_ADVICE, CLIMB, DESCEND };

#define MAX_SEPARATION 600
#define MIN_SEPARATION 250
#define CROSSING_GAIN 100

struct geometry {
    int own_altitude;
    int other_altitude;
    int own_rate;
    int other_rate;
    int other_intends_climb;
    int high_confidence;
    int two_reports_valid;
};

static int climb_inhibited;
static int up_separation;
static int down_separation;

static int own_below(const struct geometry *g)
{
    return g->own_altitude < g->other_altitude;
}

static int own_above(const struct geometry *g)
{
    return g->other_altitude < g->own_altitude;
}

static int biased_climb(void)
{
    return climb_inhibited ? up_separation + CROSSING_GAIN : up_separation;
}

static int wants_climb(const struct geometry *g)
{
    int prefer_up = biased_climb() > down_separation;
    if (prefer_up)
        return !own_below(g) || (own_below(g) && !(down_separation >= MIN_SEPARATION));
    return own_above(g) && up_separation > MIN_SEPARATION;
}

static int wants_descent(const struct geometry *g)
{
    int prefer_up = biased_climb() > down_separation;
    if (prefer_up)
        return own_below(g) && down_separation >= MIN_SEPARATION;
    return !own_above(g) || (own_above(g) && up_separation >= MIN_SEPARATION && own_below(g));
}

static int advise(const struct geometry *g)
{
    int enabled = g->high_confidence && g->own_rate <= MAX_SEPARATION;
    int equipped = g->other_intends_climb == 0;
    int need_up, need_down;

    if (!enabled || !(equipped || g->two_reports_valid))
        return NO_ADVICE;
    need_up = wants_climb(g) && own_above(g);
    need_down = wants_descent(g) && own_below(g);
    if (need_up && need_down)
        return NO_ADVICE;
    if (need_up)
        return CLIMB;
    if (need_down)
        return DESCEND;
    return NO_ADVICE;
}

int main(void)
{
    struct geometry g;
    int advice;

    g.own_altitude = nondet_int();
    g.other_altitude = nondet_int();
    g.own_rate = nondet_int();
    g.other_rate = nondet_int();
    g.other_intends_climb = nondet_int();
    g.high_confidence = nondet_int();
    g.two_reports_valid = nondet_int();
    climb_inhibited = nondet_int();
    up_separation = nondet_int();
    down_separation = nondet_int();
    __CPROVER_assume(g.own_altitude >= 0 && g.own_altitude <= 10000);
    __CPROVER_assume(g.other_altitude >= 0 && g.other_altitude <= 10000);
    __CPROVER_assume(g.own_rate >= 0 && g.own_rate <= 1000);
    __CPROVER_assume(g.other_intends_climb == 0 || g.other_intends_climb == 1);
    __CPROVER_assume(g.high_confidence == 0 || g.high_confidence == 1);
    __CPROVER_assume(g.two_reports_valid == 0 || g.two_reports_valid == 1);
    __CPROVER_assume(climb_inhibited == 0 || climb_inhibited == 1);
    __CPROVER_assume(up_separation >= 0 && up_separation <= 1000);
    __CPROVER_assume(down_separation >= 0 && down_separation <= 1000);

    advice = advise(&g);

    if (g.high_confidence && g.own_rate <= MAX_SEPARATION && g.two_reports_valid) {
        if (up_separation >= MIN_SEPARATION && g.own_altitude > g.other_altitude)
            assert(advice == CLIMB);
        if (down_separation >= MIN_SEPARATION && up_separation < MIN_SEPARATION - CROSSING_GAIN
            && g.own_altitude > g.other_altitude)
            assert(advice != CLIMB);
    } else if (!g.high_confidence) {
        assert(advice == NO_ADVICE);
    }
    return 0;
}

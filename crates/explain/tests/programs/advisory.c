/* A module that decides whether an aircraft should climb or descend to keep clear of another one, written after
 * the descriptions of such a system in the literature on fault localisation. Five properties of its decision are
 * claims at the end of main. With FAULT defined, a comparison in the test for climbing is strict where it must not be.
 */
#define MAX_ALTITUDE_DIFFERENCE 600
#define MIN_SEPARATION 300
#define NO_CROSSING 100
#define OLEV 600

enum capability { EQUIPPED = 1, OTHER = 2 };
enum complement { NO_INTENT, DO_NOT_CLIMB, DO_NOT_DESCEND };
enum advisory { UNRESOLVED, UPWARD, DOWNWARD };

static int vertical_separation;
static _Bool high_confidence;
static _Bool reports_valid;
static int own_altitude;
static int own_rate;
static int other_altitude;
static int altitude_layer;
static int separation_above; /* if the own aircraft climbs */
static int separation_below; /* if it descends */
static int other_complement;
static int other_capability;
static _Bool climb_inhibited;

static int thresholds[4];

/* What the decision went through. */
static _Bool decided, chose_up, chose_down;

static void set_thresholds(void) {
    thresholds[0] = 400;
    thresholds[1] = 500;
    thresholds[2] = 640;
    thresholds[3] = 740;
}

static int threshold(void) {
    return thresholds[altitude_layer];
}

static int biased_climb(void) {
    return climb_inhibited ? separation_above + NO_CROSSING : separation_above;
}

static _Bool is_below(void) {
    return own_altitude < other_altitude;
}

static _Bool is_above(void) {
    return other_altitude < own_altitude;
}

static _Bool climb_without_crossing(void) {
    _Bool result;
    _Bool prefers_up = biased_climb() > separation_below;
    if (prefers_up) {
#ifdef FAULT
        result = !is_below() || (is_below() && !(separation_below > threshold()));
#else
        result = !is_below() || (is_below() && !(separation_below >= threshold()));
#endif
    } else {
        result = is_above() && vertical_separation >= MIN_SEPARATION && separation_above >= threshold();
    }
    return result;
}

static _Bool descend_without_crossing(void) {
    _Bool result;
    _Bool prefers_up = biased_climb() > separation_below;
    if (prefers_up) {
        result = is_below() && vertical_separation >= MIN_SEPARATION && separation_below >= threshold();
    } else {
        result = !is_above() || (is_above() && separation_above >= threshold());
    }
    return result;
}

static int decide(void) {
    _Bool enabled = high_confidence && own_rate <= OLEV && vertical_separation > MAX_ALTITUDE_DIFFERENCE;
    _Bool equipped = other_capability == EQUIPPED;
    _Bool unknown_intent = reports_valid && other_complement == NO_INTENT;
    int advice = UNRESOLVED;
    if (enabled && ((equipped && unknown_intent) || !equipped)) {
        decided = 1;
        _Bool need_up = climb_without_crossing() && is_below();
        _Bool need_down = descend_without_crossing() && is_above();
        if (need_up && need_down) {
            advice = UNRESOLVED;
        } else if (need_up) {
            chose_up = 1;
            advice = UPWARD;
        } else if (need_down) {
            chose_down = 1;
            advice = DOWNWARD;
        } else {
            advice = UNRESOLVED;
        }
    }
    return advice;
}

int nondet_int(void);
_Bool nondet_bool(void);

int main(void) {
    vertical_separation = nondet_int();
    __CPROVER_assume(vertical_separation >= 0 && vertical_separation <= 100000);
    high_confidence = nondet_bool();
    reports_valid = nondet_bool();
    own_altitude = nondet_int();
    __CPROVER_assume(own_altitude >= 0 && own_altitude <= 100000);
    own_rate = nondet_int();
    __CPROVER_assume(own_rate >= 0 && own_rate <= 100000);
    other_altitude = nondet_int();
    __CPROVER_assume(other_altitude >= 0 && other_altitude <= 100000);
    altitude_layer = nondet_int();
    __CPROVER_assume(altitude_layer >= 0 && altitude_layer <= 3);
    separation_above = nondet_int();
    __CPROVER_assume(separation_above >= 0 && separation_above <= 100000);
    separation_below = nondet_int();
    __CPROVER_assume(separation_below >= 0 && separation_below <= 100000);
    other_complement = nondet_int();
    __CPROVER_assume(other_complement >= 0 && other_complement <= 2);
    other_capability = nondet_int();
    __CPROVER_assume(other_capability == EQUIPPED || other_capability == OTHER);
    climb_inhibited = nondet_bool();

    set_thresholds();
    decide();

    _Bool descends = decided && chose_down;
    _Bool climbs = decided && chose_up;
    int safe = thresholds[altitude_layer];

    _Bool only_up_is_safe = separation_above >= safe && separation_below < safe;
    assert(!(only_up_is_safe && descends));
    _Bool only_down_is_safe = separation_above < safe && separation_below >= safe;
    assert(!(only_down_is_safe && climbs));
    _Bool up_is_less_bad = separation_above < safe && separation_below < safe && separation_above > separation_below;
    assert(!(up_is_less_bad && descends));
    _Bool crossing_up = separation_above >= safe && separation_below >= safe && own_altitude < other_altitude;
    assert(!(crossing_up && climbs));
    _Bool up_is_better = separation_above > separation_below;
    assert(!(up_is_better && own_altitude > other_altitude && separation_above >= safe && descends));
    return 0;
}

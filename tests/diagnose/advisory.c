/*
 * Which way should a pilot evade an intruder? The resolution advisory of a collision avoidance system, written for
 * the tests of `diagnose`: twelve arguments describe the encounter, the advisory is printed (0: none, 1: climb,
 * 2: descend).
 */
#include <stdio.h>
#include <stdlib.h>

#define MOST_RATE 600        /* feet per minute at which own altitude counts as level */
#define MIN_SEPARATION 300   /* feet of vertical separation worth crossing for */
#define FAR_APART 600        /* feet beyond which a threat is worth an advisory */
#define CLIMB_BIAS 100       /* feet by which a climb is preferred when it is inhibited */

#define EQUIPPED 1
#define NO_INTENT 0

#define UNRESOLVED 0
#define UPWARD 1
#define DOWNWARD 2

#define LAYERS 4

static int current_separation;
static int high_confidence;
static int two_reports_valid;
static int own_altitude;
static int own_rate;
static int other_altitude;
static int layer;
static int threshold[LAYERS];
static int up_separation;
static int down_separation;
static int other_advisory;
static int other_equipment;
static int climb_inhibited;

static void fill_thresholds(void) {
    threshold[0] = 400;
    threshold[1] = 500;
    threshold[2] = 640;
    threshold[3] = 740;
}

static int needed(void) {
    return threshold[layer];
}

static int biased_climb(void) {
    return climb_inhibited ? up_separation + CLIMB_BIAS : up_separation;
}

static int own_below(void) {
    return own_altitude < other_altitude;
}

static int own_above(void) {
    return other_altitude < own_altitude;
}

static int climb_is_safe(void) {
    int prefer_up;
    int result;
    prefer_up = biased_climb() > down_separation;
    if (prefer_up) {
        result = !own_below() || (own_below() && !(down_separation >= needed()));
    } else {
        result = own_above() && current_separation >= MIN_SEPARATION && up_separation >= needed();
    }
    return result;
}

static int descent_is_safe(void) {
    int prefer_up;
    int result;
    prefer_up = biased_climb() > down_separation;
    if (prefer_up) {
        result = own_below() && current_separation >= MIN_SEPARATION && down_separation >= needed();
    } else {
        result = !own_above() || (own_above() && up_separation >= needed());
    }
    return result;
}

static int advise(void) {
    int enabled, equipped, intent_unknown;
    int up, down;
    int advisory;

    enabled = high_confidence && own_rate <= MOST_RATE && current_separation > FAR_APART;
    equipped = other_equipment == EQUIPPED;
    intent_unknown = two_reports_valid && other_advisory == NO_INTENT;

    advisory = UNRESOLVED;
    if (enabled && ((equipped && intent_unknown) || !equipped)) {
        up = climb_is_safe() && own_below();
        down = descent_is_safe() && own_above();
        if (up && down)
            advisory = UNRESOLVED;
        else if (up)
            advisory = UPWARD;
        else if (down)
            advisory = DOWNWARD;
        else
            advisory = UNRESOLVED;
    }
    return advisory;
}

int main(int argc, char *argv[]) {
    if (argc < 13) {
        printf("twelve arguments are needed\n");
        exit(1);
    }
    fill_thresholds();
    current_separation = atoi(argv[1]);
    high_confidence = atoi(argv[2]);
    two_reports_valid = atoi(argv[3]);
    own_altitude = atoi(argv[4]);
    own_rate = atoi(argv[5]);
    other_altitude = atoi(argv[6]);
    layer = atoi(argv[7]);
    up_separation = atoi(argv[8]);
    down_separation = atoi(argv[9]);
    other_advisory = atoi(argv[10]);
    other_equipment = atoi(argv[11]);
    climb_inhibited = atoi(argv[12]);
    printf("%d\n", advise());
    return 0;
}

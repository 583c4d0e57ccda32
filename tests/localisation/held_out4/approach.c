// fault: line 49
/* When an automatic pilot may couple to the glide path, and how it leaves it. */
#include <assert.h>
#include <stdbool.h>

int nondet_int(void);
_Bool nondet_bool(void);

#define MIN_HEIGHT 200
#define CAPTURE 50
#define MAX_SPEED 180
#define MIN_SPEED 110
#define FLARE_HEIGHT 60

enum mode { MANUAL, ARMED, CAPTURED, FLARE, GO_AROUND };

static enum mode mode;
static int height;
static int deviation;
static int speed;
static bool gear_down;
static bool runway_free;
static bool receiver_valid;
static int radio_errors;
static int thrust;

static int magnitude(int x)
{
    return x < 0 ? -x : x;
}

static bool speed_is_fine(void)
{
    return speed >= MIN_SPEED && speed <= MAX_SPEED;
}

static bool signal_is_fine(void)
{
    return receiver_valid && radio_errors < 3;
}

static bool may_arm(void)
{
    return height > MIN_HEIGHT && signal_is_fine();
}

static bool may_capture(void)
{
    return magnitude(deviation) <= CAPTURE && signal_is_fine() || speed_is_fine();
}

static bool must_go_around(void)
{
    return !runway_free || !gear_down || magnitude(deviation) > 2 * CAPTURE;
}

static void set_thrust(void)
{
    switch (mode) {
    case GO_AROUND:
        thrust = 100;
        break;
    case FLARE:
        thrust = 10;
        break;
    case CAPTURED:
        thrust = speed < MIN_SPEED + 20 ? 60 : 45;
        break;
    default:
        thrust = 50;
        break;
    }
}

static void step(void)
{
    switch (mode) {
    case MANUAL:
        if (may_arm())
            mode = ARMED;
        break;
    case ARMED:
        if (!signal_is_fine())
            mode = MANUAL;
        else if (may_capture())
            mode = CAPTURED;
        break;
    case CAPTURED:
        if (must_go_around())
            mode = GO_AROUND;
        else if (height <= FLARE_HEIGHT)
            mode = FLARE;
        break;
    case FLARE:
        if (!runway_free)
            mode = GO_AROUND;
        break;
    case GO_AROUND:
        break;
    }
    set_thrust();
}

int main(void)
{
    int before = nondet_int();
    height = nondet_int();
    deviation = nondet_int();
    speed = nondet_int();
    gear_down = nondet_bool();
    runway_free = nondet_bool();
    receiver_valid = nondet_bool();
    radio_errors = nondet_int();
    __CPROVER_assume(before >= MANUAL && before <= GO_AROUND);
    __CPROVER_assume(height >= 0 && height <= 3000);
    __CPROVER_assume(deviation >= -200 && deviation <= 200);
    __CPROVER_assume(speed >= 80 && speed <= 250);
    __CPROVER_assume(radio_errors >= 0 && radio_errors <= 9);
    mode = (enum mode)before;
    step();
    if (before == MANUAL && mode == ARMED)
        assert(height > MIN_HEIGHT);
    if (before == ARMED && mode == CAPTURED)
        assert(deviation <= CAPTURE && deviation >= -CAPTURE);
    if (!runway_free && before != MANUAL && before != ARMED)
        assert(mode == GO_AROUND);
    if (mode == GO_AROUND)
        assert(thrust == 100);
    return 0;
}

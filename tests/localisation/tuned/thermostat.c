// fault: line 52
#include <assert.h>

int nondet_int(void);

typedef enum { OFF, HEATING, COOLING, DEFROST } mode;

struct unit {
    mode mode;
    int target;
    int hysteresis;
    int coil;
    int minutes_in_mode;
};

static int too_cold(const struct unit *u, int room)
{
    return room < u->target - u->hysteresis;
}

static int too_warm(const struct unit *u, int room)
{
    return room > u->target + u->hysteresis;
}

static void enter(struct unit *u, mode next)
{
    if (u->mode != next) {
        u->mode = next;
        u->minutes_in_mode = 0;
    }
}

static void tick(struct unit *u, int room, int coil)
{
    u->coil = coil;
    u->minutes_in_mode++;
    switch (u->mode) {
    case OFF:
        if (too_cold(u, room))
            enter(u, HEATING);
        else if (too_warm(u, room))
            enter(u, COOLING);
        break;
    case HEATING:
        if (u->coil < -50)
            enter(u, DEFROST);
        else if (room >= u->target)
            enter(u, OFF);
        break;
    case COOLING:
        if (room < u->target)
            enter(u, OFF);
        break;
    case DEFROST:
        if (u->coil > 0 || u->minutes_in_mode > 10)
            enter(u, OFF);
        break;
    }
}

int main(void)
{
    struct unit u = {OFF, 200, 10, 0, 0};
    int step;
    u.target = nondet_int();
    u.hysteresis = nondet_int();
    __CPROVER_assume(u.target >= 150 && u.target <= 260);
    __CPROVER_assume(u.hysteresis >= 2 && u.hysteresis <= 15);
    for (step = 0; step < 4; step++) {
        int room = nondet_int();
        int coil = nondet_int();
        __CPROVER_assume(room >= 0 && room <= 400);
        __CPROVER_assume(coil >= -100 && coil <= 300);
        tick(&u, room, coil);
        if (room == u.target)
            assert(u.mode == OFF || u.mode == DEFROST);
        if (u.mode == HEATING)
            assert(room < u.target);
        assert(u.minutes_in_mode <= step + 1);
    }
    return 0;
}

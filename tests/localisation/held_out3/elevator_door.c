// fault: line 42
#include <assert.h>
#include <stdbool.h>

int nondet_int(void);
bool nondet_bool(void);

#define OPEN_TICKS 3

enum door { CLOSED, OPENING, OPEN, CLOSING };

struct car {
    enum door door;
    int floor;
    int target;
    int ticks;
    bool moving;
};

static void arrive(struct car *c)
{
    c->moving = false;
    c->door = OPENING;
    c->ticks = 0;
}

static void door_step(struct car *c, bool blocked)
{
    switch (c->door) {
    case CLOSED:
        break;
    case OPENING:
        c->door = OPEN;
        c->ticks = 0;
        break;
    case OPEN:
        c->ticks++;
        if (c->ticks >= OPEN_TICKS)
            c->door = CLOSING;
        break;
    case CLOSING:
        c->door = blocked ? CLOSED : OPENING;
        break;
    }
}

static void drive(struct car *c)
{
    if (c->target > c->floor)
        c->floor++;
    else if (c->target < c->floor)
        c->floor--;
    if (c->floor == c->target)
        arrive(c);
}

static void step(struct car *c, bool blocked)
{
    if (c->moving)
        drive(c);
    else
        door_step(c, blocked);
    if (c->door == CLOSED && c->target != c->floor)
        c->moving = true;
}

int main(void)
{
    struct car c = {CLOSED, 0, 0, 0, false};
    int t;
    c.target = nondet_int();
    __CPROVER_assume(c.target >= 0 && c.target <= 2);
    for (t = 0; t < 9; t++) {
        bool blocked = nondet_bool();
        enum door was = c.door;
        step(&c, blocked);
        assert(!(c.moving && c.door != CLOSED));
        assert(c.floor >= 0 && c.floor <= 2);
        if (was == CLOSING && blocked)
            assert(c.door == OPENING);
    }
    return 0;
}

// fault: line 64
/* Lights of a crossing with a button for pedestrians; time in steps. */
#include <assert.h>
#include <stdbool.h>

int nondet_int(void);
_Bool nondet_bool(void);

enum car_light { GREEN, YELLOW, RED };
enum phase { DRIVE, SLOW_DOWN, CLEAR, WALK, WALK_ENDS };

#define LEAST_GREEN 3
#define YELLOW_TIME 1
#define CLEAR_TIME 1
#define WALK_TIME 2

struct crossing {
    enum phase phase;
    int since;
    bool asked;
    enum car_light cars;
    bool walk;
    int walks;
};

static void enter(struct crossing *c, enum phase p)
{
    c->phase = p;
    c->since = 0;
    switch (p) {
    case DRIVE:
        c->cars = GREEN;
        c->walk = false;
        break;
    case SLOW_DOWN:
        c->cars = YELLOW;
        break;
    case CLEAR:
        c->cars = RED;
        break;
    case WALK:
        c->walk = true;
        c->walks++;
        c->asked = false;
        break;
    case WALK_ENDS:
        c->walk = false;
        break;
    }
}

static void tick(struct crossing *c, bool button)
{
    if (button && !c->walk)
        c->asked = true;
    c->since++;
    switch (c->phase) {
    case DRIVE:
        if (c->asked && c->since >= LEAST_GREEN)
            enter(c, SLOW_DOWN);
        break;
    case SLOW_DOWN:
        if (c->since >= YELLOW_TIME)
            enter(c, WALK);
        break;
    case CLEAR:
        if (c->since >= CLEAR_TIME)
            enter(c, WALK);
        break;
    case WALK:
        if (c->since >= WALK_TIME)
            enter(c, WALK_ENDS);
        break;
    case WALK_ENDS:
        if (c->since >= CLEAR_TIME)
            enter(c, DRIVE);
        break;
    }
}

int main(void)
{
    struct crossing c = {DRIVE, 0, false, GREEN, false, 0};
    int presses = 0;
    for (int t = 0; t < 7; t++) {
        bool button = nondet_bool();
        if (button)
            presses++;
        tick(&c, button);
        if (c.walk)
            assert(c.cars == RED);
        if (c.cars == GREEN)
            assert(!c.walk);
        assert(c.walks <= presses);
    }
    if (presses == 0)
        assert(c.phase == DRIVE);
    return 0;
}

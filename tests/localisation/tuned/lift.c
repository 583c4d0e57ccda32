// fault: line 56, 57
#include <assert.h>

int nondet_int(void);

#define FLOORS 5

enum door { CLOSED, OPEN };
enum direction { DOWN = -1, NONE = 0, UP = 1 };

struct lift {
    int floor;
    enum door door;
    enum direction direction;
    int requested[FLOORS];
};

static int request_above(const struct lift *l)
{
    int f;
    for (f = l->floor + 1; f < FLOORS; f++)
        if (l->requested[f])
            return 1;
    return 0;
}

static int request_below(const struct lift *l)
{
    int f;
    for (f = l->floor - 1; f >= 0; f--)
        if (l->requested[f])
            return 1;
    return 0;
}

static void choose_direction(struct lift *l)
{
    if (l->direction == UP && request_above(l))
        return;
    if (l->direction == DOWN && request_below(l))
        return;
    if (request_above(l))
        l->direction = UP;
    else if (request_below(l))
        l->direction = DOWN;
    else
        l->direction = NONE;
}

static void step(struct lift *l)
{
    if (l->door == OPEN) {
        l->door = CLOSED;
        return;
    }
    if (l->requested[l->floor]) {
        l->door = OPEN;
        return;
    }
    choose_direction(l);
    l->floor += l->direction;
}

int main(void)
{
    struct lift l;
    int f, s, before;
    l.floor = nondet_int();
    __CPROVER_assume(l.floor >= 0 && l.floor < FLOORS);
    l.door = CLOSED;
    l.direction = NONE;
    for (f = 0; f < FLOORS; f++) {
        l.requested[f] = nondet_int();
        __CPROVER_assume(l.requested[f] == 0 || l.requested[f] == 1);
    }
    for (s = 0; s < 4; s++) {
        before = l.floor;
        step(&l);
        assert(l.floor >= 0 && l.floor < FLOORS);
        if (l.floor != before)
            assert(l.door == CLOSED);
        if (l.door == OPEN)
            assert(!l.requested[l.floor]);
    }
    return 0;
}

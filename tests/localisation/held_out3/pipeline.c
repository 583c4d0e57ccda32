// fault: line 58, 59
#include <assert.h>
#include <stdbool.h>

int nondet_int(void);
bool nondet_bool(void);

/* A two-stage pipeline with a stall and a flush. */
struct op {
    bool valid;
    int dest;
    int value;
};

struct pipe {
    struct op fetched;
    struct op executing;
    int registers[4];
    int retired;
    int issued;
    int killed;
};

static const struct op bubble = {false, 0, 0};

static void init(struct pipe *p)
{
    int i;
    p->fetched = bubble;
    p->executing = bubble;
    for (i = 0; i < 4; i++)
        p->registers[i] = 0;
    p->retired = 0;
    p->issued = 0;
    p->killed = 0;
}

static void retire(struct pipe *p)
{
    if (!p->executing.valid)
        return;
    p->registers[p->executing.dest] = p->executing.value;
    p->retired++;
    p->executing = bubble;
}

static void advance(struct pipe *p, bool stall)
{
    if (stall)
        return;
    p->executing = p->fetched;
    p->fetched = bubble;
}

static void flush(struct pipe *p)
{
    if (p->fetched.valid)
        p->killed++;
}

static bool fetch(struct pipe *p, int dest, int value)
{
    if (p->fetched.valid)
        return false;
    p->fetched.valid = true;
    p->fetched.dest = dest;
    p->fetched.value = value;
    p->issued++;
    return true;
}

static int in_flight(const struct pipe *p)
{
    return (p->fetched.valid ? 1 : 0) + (p->executing.valid ? 1 : 0);
}

int main(void)
{
    struct pipe p;
    int t;
    init(&p);
    for (t = 0; t < 3; t++) {
        int dest = nondet_int(), value = nondet_int();
        bool stall = nondet_bool();
        __CPROVER_assume(dest >= 0 && dest < 4);
        __CPROVER_assume(value >= 1 && value <= 50);
        retire(&p);
        advance(&p, stall);
        if (nondet_bool())
            flush(&p);
        fetch(&p, dest, value);
        assert(p.issued == p.retired + p.killed + in_flight(&p));
        assert(p.retired <= t);
    }
    return 0;
}

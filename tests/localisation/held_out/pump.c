// fault: line 45, 46
#include <assert.h>

int nondet_int(void);

enum mode { STOPPED, PRIMING, RUNNING, ALARM };

struct pump {
    enum mode mode;
    int dose;
    int delivered;
    int pressure_strikes;
};

#define MAX_PRESSURE 80
#define STRIKES 2

static void start(struct pump *p, int dose)
{
    p->mode = PRIMING;
    p->dose = dose;
    p->delivered = 0;
    p->pressure_strikes = 0;
}

static void watch_pressure(struct pump *p, int pressure)
{
    if (pressure > MAX_PRESSURE)
        p->pressure_strikes++;
    else
        p->pressure_strikes = 0;
    if (p->pressure_strikes >= STRIKES)
        p->mode = ALARM;
}

static void second(struct pump *p, int pressure, int flow)
{
    watch_pressure(p, pressure);
    if (p->mode == PRIMING) {
        if (flow > 0)
            p->mode = RUNNING;
        return;
    }
    if (p->mode != RUNNING)
        return;
    p->delivered += flow;
    if (p->delivered >= p->dose)
        p->mode = STOPPED;
}

int main(void)
{
    struct pump p;
    int dose = nondet_int(), s, high = 0;
    __CPROVER_assume(dose >= 1 && dose <= 30);
    start(&p, dose);
    for (s = 0; s < 4; s++) {
        int pressure = nondet_int(), flow = nondet_int();
        __CPROVER_assume(pressure >= 0 && pressure <= 120);
        __CPROVER_assume(flow >= 0 && flow <= 10);
        high = pressure > MAX_PRESSURE ? high + 1 : 0;
        second(&p, pressure, flow);
        assert(p.delivered <= dose);
        if (high >= STRIKES && p.delivered < dose)
            assert(p.mode == ALARM);
        if (p.mode == STOPPED)
            assert(p.delivered == dose);
    }
    return 0;
}

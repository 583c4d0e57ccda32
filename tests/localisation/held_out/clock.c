// fault: line 32
#include <assert.h>

int nondet_int(void);

#define MINUTES 60
#define HOURS 24

struct time {
    int hour;
    int minute;
};

struct alarm {
    struct time at;
    int enabled;
    int snoozes;
};

static int minutes_of(struct time t)
{
    return t.hour * MINUTES + t.minute;
}

static struct time add(struct time t, int minutes)
{
    t.minute += minutes;
    while (t.minute >= MINUTES) {
        t.minute -= MINUTES;
        t.hour++;
    }
    t.hour %= HOURS + 1;
    return t;
}

static int until(struct time from, struct time to)
{
    int d = minutes_of(to) - minutes_of(from);
    if (d < 0)
        d += HOURS * MINUTES;
    return d;
}

static int is_time(struct time t)
{
    return t.hour >= 0 && t.hour < HOURS && t.minute >= 0 && t.minute < MINUTES;
}

static int rings(const struct alarm *a, struct time now)
{
    return a->enabled && until(a->at, now) == 0;
}

static void snooze(struct alarm *a, int minutes)
{
    if (a->snoozes >= 3) {
        a->enabled = 0;
        return;
    }
    a->at = add(a->at, minutes);
    a->snoozes++;
}

int main(void)
{
    struct alarm a;
    struct time now;
    int minutes = nondet_int();
    a.at.hour = nondet_int();
    a.at.minute = nondet_int();
    a.enabled = nondet_int();
    a.snoozes = nondet_int();
    __CPROVER_assume(is_time(a.at));
    __CPROVER_assume(a.enabled == 0 || a.enabled == 1);
    __CPROVER_assume(a.snoozes >= 0 && a.snoozes <= 4);
    __CPROVER_assume(minutes >= 1 && minutes <= 30);
    now = a.at;
    if (rings(&a, now)) {
        int before = a.snoozes;
        snooze(&a, minutes);
        if (a.enabled) {
            assert(is_time(a.at));
            assert(until(now, a.at) == minutes);
            assert(a.snoozes == before + 1);
            assert(!rings(&a, now));
        }
    }
    assert(!a.enabled || a.snoozes <= 4);
    return 0;
}

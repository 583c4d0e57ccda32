// fault: line 44
/* Alarm levels of three sensors with hysteresis, and a summary. */
#include <assert.h>
#include <stdbool.h>

int nondet_int(void);

#define SENSORS 3
#define HIGH 80
#define LOW 70

enum level { QUIET, WARNING, ALARM };

struct sensor {
    enum level level;
    int last;
    int rises;
};

static struct sensor sensors[SENSORS];

static enum level next_level(const struct sensor *s, int value)
{
    switch (s->level) {
    case QUIET:
        return value >= HIGH ? WARNING : QUIET;
    case WARNING:
        if (value < LOW)
            return QUIET;
        return value > s->last ? ALARM : WARNING;
    case ALARM:
        return value < LOW ? QUIET : ALARM;
    }
    return QUIET;
}

static void sample(int i, int value)
{
    struct sensor *s = &sensors[i];
    enum level now = next_level(s, value);
    if (now > s->level)
        s->rises++;
    s->level = now;
    s->last = i;
}

static enum level worst(void)
{
    enum level found = QUIET;
    for (int i = 0; i < SENSORS; i++)
        if (sensors[i].level > found)
            found = sensors[i].level;
    return found;
}

int main(void)
{
    int previous[SENSORS] = {0};
    bool risen[SENSORS] = {false};
    for (int t = 0; t < 2; t++) {
        for (int i = 0; i < SENSORS; i++) {
            int value = nondet_int();
            __CPROVER_assume(value >= 0 && value <= 120);
            sample(i, value);
            if (t > 0 && value > previous[i])
                risen[i] = true;
            previous[i] = value;
        }
    }
    for (int i = 0; i < SENSORS; i++) {
        if (sensors[i].level == ALARM)
            assert(risen[i]);
        assert(sensors[i].level <= worst());
        assert(sensors[i].rises <= 2);
    }
    return 0;
}

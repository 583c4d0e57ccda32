// fault: line 32
#include <assert.h>
#include <stdbool.h>

int nondet_int(void);

#define SENSORS 3
#define STALE 3

struct sensor {
    int value;
    int age;
    bool broken;
};

struct fused {
    int value;
    int used;
    bool valid;
};

static bool usable(const struct sensor *s)
{
    return !s->broken && s->age < STALE;
}

static struct fused fuse(const struct sensor *all)
{
    struct fused f = {0, 0, false};
    int i, sum = 0;
    for (i = 0; i < SENSORS; i++) {
        if (usable(&all[0])) {
            sum += all[i].value;
            f.used++;
        }
    }
    if (f.used >= 2) {
        f.value = sum / f.used;
        f.valid = true;
    }
    return f;
}

static void update(struct sensor *s, int value)
{
    if (value < -100 || value > 100) {
        s->broken = true;
        return;
    }
    s->value = value;
    s->age = 0;
}

static void grow_older(struct sensor *all)
{
    int i;
    for (i = 0; i < SENSORS; i++)
        if (all[i].age < STALE)
            all[i].age++;
}

int main(void)
{
    struct sensor all[SENSORS] = {{0, STALE, false}, {0, STALE, false}, {0, STALE, false}};
    int t, broken = 0, i;
    struct fused f;
    for (t = 0; t < 2; t++) {
        int which = nondet_int(), value = nondet_int();
        __CPROVER_assume(which >= 0 && which < SENSORS);
        __CPROVER_assume(value >= -150 && value <= 150);
        update(&all[which], value);
        f = fuse(all);
        broken = 0;
        for (i = 0; i < SENSORS; i++)
            broken += all[i].broken;
        assert(f.used <= SENSORS - broken);
        if (f.valid)
            assert(f.value >= -100 && f.value <= 100);
        grow_older(all);
    }
    return 0;
}

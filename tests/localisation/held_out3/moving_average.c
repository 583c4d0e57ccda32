// fault: line 27, 28
#include <assert.h>

int nondet_int(void);

#define WINDOW 4

struct filter {
    int samples[WINDOW];
    int at;
    int count;
    int sum;
};

static void reset(struct filter *f)
{
    int i;
    for (i = 0; i < WINDOW; i++)
        f->samples[i] = 0;
    f->at = 0;
    f->count = 0;
    f->sum = 0;
}

/* The oldest sample leaves the sum when the window is full. */
static void add(struct filter *f, int sample)
{
    f->samples[f->at] = sample;
    f->sum += sample;
    f->at = (f->at + 1) % WINDOW;
    if (f->count < WINDOW)
        f->count++;
}

static int average(const struct filter *f)
{
    return f->count ? f->sum / f->count : 0;
}

static int highest(const struct filter *f)
{
    int i, most = f->samples[0];
    for (i = 1; i < f->count; i++)
        if (f->samples[i] > most)
            most = f->samples[i];
    return most;
}

static int lowest(const struct filter *f)
{
    int i, least = f->samples[0];
    for (i = 1; i < f->count; i++)
        if (f->samples[i] < least)
            least = f->samples[i];
    return least;
}

int main(void)
{
    struct filter f;
    int i;
    reset(&f);
    for (i = 0; i < 6; i++) {
        int sample = nondet_int();
        __CPROVER_assume(sample >= 0 && sample <= 100);
        add(&f, sample);
        assert(f.count <= WINDOW);
        assert(average(&f) <= highest(&f));
        assert(average(&f) >= lowest(&f));
    }
    return 0;
}

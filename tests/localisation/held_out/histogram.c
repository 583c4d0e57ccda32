// fault: line 32
#include <assert.h>

int nondet_int(void);

#define BINS 5
#define SAMPLES 4
#define LOW 0
#define HIGH 100
#define WIDTH ((HIGH - LOW) / BINS)

struct histogram {
    int bin[BINS];
    int under;
    int over;
    int total;
};

static void clear(struct histogram *h)
{
    int i;
    for (i = 0; i < BINS; i++)
        h->bin[i] = 0;
    h->under = h->over = h->total = 0;
}

static void record(struct histogram *h, int x)
{
    h->total++;
    if (x < LOW)
        h->under++;
    else if (x > HIGH)
        h->over++;
    else
        h->bin[(x - LOW) / WIDTH]++;
}

static int mode(const struct histogram *h)
{
    int i, best = 0;
    for (i = 1; i < BINS; i++)
        if (h->bin[i] > h->bin[best])
            best = i;
    return best;
}

static int in_range(const struct histogram *h)
{
    int i, n = 0;
    for (i = 0; i < BINS; i++)
        n += h->bin[i];
    return n;
}

int main(void)
{
    struct histogram h;
    int i, most;
    clear(&h);
    for (i = 0; i < SAMPLES; i++) {
        int x = nondet_int();
        __CPROVER_assume(x >= -50 && x <= 150);
        record(&h, x);
    }
    assert(h.total == SAMPLES);
    assert(in_range(&h) + h.under + h.over == h.total);
    most = mode(&h);
    for (i = 0; i < BINS; i++)
        assert(h.bin[i] <= h.bin[most]);
    return 0;
}

// fault: line 56, 57
#include <assert.h>

#define SLOTS 3

int nondet_int(void);

struct slot {
    int page;
    int used;
};

static struct slot slots[SLOTS];
static int now;
static int misses;

static void reset(void)
{
    int i;
    for (i = 0; i < SLOTS; i++) {
        slots[i].page = -1;
        slots[i].used = 0;
    }
    now = 0;
    misses = 0;
}

static int lookup(int page)
{
    int i;
    for (i = 0; i < SLOTS; i++)
        if (slots[i].page == page)
            return i;
    return -1;
}

static int victim(void)
{
    int i, oldest = 0;
    for (i = 1; i < SLOTS; i++)
        if (slots[i].used < slots[oldest].used)
            oldest = i;
    return oldest;
}

/* Uses a page, loading it over the one that was used longest ago. */
static int use(int page)
{
    int i = lookup(page);
    now++;
    if (i < 0) {
        misses++;
        i = victim();
        slots[i].page = page;
        slots[i].used = now;
    }
    return i;
}

static int holds(int page)
{
    return lookup(page) >= 0;
}

int main(void)
{
    int last = -1, before = -1, step;

    reset();
    for (step = 0; step < 5; step++) {
        int page = nondet_int();
        int known;
        __CPROVER_assume(page >= 0 && page < 5);
        known = holds(page);
        use(page);
        assert(holds(page));
        assert(misses <= step + 1);
        if (known)
            assert(misses <= step);
        if (page != last) {
            before = last;
            last = page;
        }
        if (before >= 0)
            assert(holds(before));
        assert(holds(last));
    }
    return 0;
}

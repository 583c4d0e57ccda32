// fault: line 51
/* A cache with two ways in each set, the least recently used way is replaced. */
#include <assert.h>
#include <stdbool.h>

int nondet_int(void);

#define SETS 2
#define WAYS 2
#define ACCESSES 5

struct line {
    bool valid;
    int tag;
    int used;
};

static struct line cache[SETS][WAYS];
static int clock_now;
static int hits, misses;

static struct line *find(int address)
{
    struct line *set = cache[address % SETS];
    int tag = address / SETS;
    for (int w = 0; w < WAYS; w++)
        if (set[w].valid && set[w].tag == tag)
            return &set[w];
    return 0;
}

static struct line *victim(int address)
{
    struct line *set = cache[address % SETS];
    struct line *oldest = &set[0];
    for (int w = 0; w < WAYS; w++) {
        if (!set[w].valid)
            return &set[w];
        if (set[w].used < oldest->used)
            oldest = &set[w];
    }
    return oldest;
}

static bool access(int address)
{
    struct line *l = find(address);
    clock_now++;
    if (l) {
        hits++;
        return true;
    }
    misses++;
    l = victim(address);
    l->valid = true;
    l->tag = address / SETS;
    l->used = clock_now;
    return false;
}

int main(void)
{
    int a[ACCESSES];
    for (int i = 0; i < ACCESSES; i++) {
        a[i] = nondet_int();
        __CPROVER_assume(a[i] >= 0 && a[i] < 8);
    }
    for (int i = 0; i < ACCESSES; i++) {
        bool hit = access(a[i]);
        if (i > 0 && a[i] == a[i - 1])
            assert(hit);
        if (i > 1 && a[i] == a[i - 2])
            assert(hit);
        if (i == 0)
            assert(!hit);
    }
    assert(hits + misses == ACCESSES);
    return 0;
}

// fault: line 62
#include <assert.h>

#define CELLS 5
#define FREE (-1)
#define GONE (-2)

int nondet_int(void);

static int cells[CELLS];
static int entries;

static void clear(void)
{
    int i;
    for (i = 0; i < CELLS; i++)
        cells[i] = FREE;
    entries = 0;
}

static unsigned place(int key)
{
    return (unsigned)key % CELLS;
}

static int find(int key)
{
    unsigned at = place(key);
    int tries;
    for (tries = 0; tries < CELLS; tries++) {
        if (cells[at] == FREE)
            return -1;
        if (cells[at] == key)
            return (int)at;
        at = (at + 1) % CELLS;
    }
    return -1;
}

static int put(int key)
{
    unsigned at = place(key);
    int tries;
    if (find(key) >= 0)
        return 1;
    for (tries = 0; tries < CELLS; tries++) {
        if (cells[at] < 0) {
            cells[at] = key;
            entries++;
            return 1;
        }
        at = (at + 1) % CELLS;
    }
    return 0;
}

static int drop(int key)
{
    int at = find(key);
    if (at < 0)
        return 0;
    cells[at] = FREE;
    entries--;
    return 1;
}

int main(void)
{
    int a = nondet_int(), b = nondet_int(), c = nondet_int();
    int stored;

    __CPROVER_assume(a >= 0 && a < 40);
    __CPROVER_assume(b >= 0 && b < 40);
    __CPROVER_assume(c >= 0 && c < 40);
    __CPROVER_assume(a != b && b != c && a != c);
    clear();
    assert(put(a) && put(b) && put(c));
    assert(entries == 3);
    stored = find(b);
    assert(stored >= 0 && cells[stored] == b);
    assert(drop(a));
    assert(entries == 2);
    assert(find(a) < 0);
    assert(find(b) >= 0);
    assert(find(c) >= 0);
    assert(put(a));
    assert(entries == 3);
    return 0;
}

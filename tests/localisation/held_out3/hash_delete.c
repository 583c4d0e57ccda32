// fault: line 55
#include <assert.h>

int nondet_int(void);

#define SLOTS 5
#define FREE (-1)
#define GONE (-2)

struct table {
    int keys[SLOTS];
    int values[SLOTS];
    int used;
};

static void clear(struct table *t)
{
    int i;
    for (i = 0; i < SLOTS; i++)
        t->keys[i] = FREE;
    t->used = 0;
}

static int home(int key)
{
    return key % SLOTS;
}

static int find(const struct table *t, int key)
{
    int i, at = home(key);
    for (i = 0; i < SLOTS; i++) {
        if (t->keys[at] == key)
            return at;
        if (t->keys[at] == FREE)
            return -1;
        at = (at + 1) % SLOTS;
    }
    return -1;
}

static int put(struct table *t, int key, int value)
{
    int i, at = find(t, key);
    if (at >= 0) {
        t->values[at] = value;
        return 1;
    }
    if (t->used == SLOTS)
        return 0;
    at = home(key);
    for (i = 0; i < SLOTS; i++) {
        if (t->keys[at] < 0)
            break;
        at = at + 1;
    }
    t->keys[at] = key;
    t->values[at] = value;
    t->used++;
    return 1;
}

static int take(struct table *t, int key, int *value)
{
    int at = find(t, key);
    if (at < 0)
        return 0;
    *value = t->values[at];
    t->keys[at] = GONE;
    t->used--;
    return 1;
}

int main(void)
{
    struct table t;
    int a = nondet_int(), b = nondet_int(), c = nondet_int(), value = 0;
    __CPROVER_assume(a >= 0 && a < 20 && b >= 0 && b < 20 && c >= 0 && c < 20);
    __CPROVER_assume(a != b && b != c && a != c);
    clear(&t);
    assert(put(&t, a, 1));
    assert(put(&t, b, 2));
    assert(take(&t, a, &value) && value == 1);
    assert(put(&t, c, 3));
    assert(find(&t, a) < 0);
    assert(take(&t, b, &value) && value == 2);
    assert(take(&t, c, &value) && value == 3);
    assert(t.used == 0);
    return 0;
}

// fault: line 26
#include <assert.h>
#include <stdbool.h>

int nondet_int(void);

#define ENTRIES 3
#define TTL 4

struct entry {
    int key;
    int value;
    int expires;
    bool used;
};

struct cache {
    struct entry entries[ENTRIES];
    int hits;
    int misses;
    int time;
};

static bool alive(const struct cache *c, const struct entry *e)
{
    return e->used && e->expires >= c->time + 1 - TTL;
}

static struct entry *lookup(struct cache *c, int key)
{
    int i;
    for (i = 0; i < ENTRIES; i++) {
        struct entry *e = &c->entries[i];
        if (e->key == key && alive(c, e))
            return e;
    }
    return 0;
}

static struct entry *victim(struct cache *c)
{
    struct entry *oldest = &c->entries[0];
    int i;
    for (i = 0; i < ENTRIES; i++) {
        if (!alive(c, &c->entries[i]))
            return &c->entries[i];
        if (c->entries[i].expires < oldest->expires)
            oldest = &c->entries[i];
    }
    return oldest;
}

static void store(struct cache *c, int key, int value)
{
    struct entry *e = lookup(c, key);
    if (!e)
        e = victim(c);
    e->key = key;
    e->value = value;
    e->expires = c->time + TTL;
    e->used = true;
}

static int fetch(struct cache *c, int key, int otherwise)
{
    struct entry *e = lookup(c, key);
    if (e) {
        c->hits++;
        return e->value;
    }
    c->misses++;
    return otherwise;
}

int main(void)
{
    static struct cache c;
    int step, stored_at[3] = {-100, -100, -100};
    for (step = 0; step < 3; step++) {
        int key = nondet_int(), wait = nondet_int(), got;
        __CPROVER_assume(key >= 0 && key < 3);
        __CPROVER_assume(wait >= 0 && wait <= 6);
        c.time += wait;
        got = fetch(&c, key, -1);
        if (c.time - stored_at[key] > TTL)
            assert(got == -1);
        else
            assert(got == key * 10);
        store(&c, key, key * 10);
        stored_at[key] = c.time;
        assert(c.hits + c.misses == step + 1);
    }
    return 0;
}

// fault: line 54
#include <assert.h>
#include <stdlib.h>

int nondet_int(void);

#define BUCKETS 4

struct entry {
    int key;
    int value;
    struct entry *next;
};

static struct entry *table[BUCKETS];
static int entries;

static int bucket_of(int key)
{
    return (key ^ (key >> 2)) & (BUCKETS - 1);
}

static struct entry *find(int key)
{
    struct entry *e;
    for (e = table[bucket_of(key)]; e; e = e->next)
        if (e->key == key)
            return e;
    return NULL;
}

static void put(int key, int value)
{
    struct entry *e = find(key);
    if (!e) {
        e = malloc(sizeof *e);
        if (!e)
            exit(1);
        e->key = key;
        e->next = table[bucket_of(key)];
        table[bucket_of(key)] = e;
        entries++;
    }
    e->value = value;
}

static int erase(int key)
{
    struct entry **link = &table[bucket_of(key)];
    while (*link && (*link)->key != key)
        link = &(*link)->next;
    if (*link) {
        struct entry *gone = *link;
        *link = NULL;
        free(gone);
        entries--;
        return 1;
    }
    return 0;
}

int main(void)
{
    int key[3], i, gone = nondet_int();
    __CPROVER_assume(gone >= 0 && gone < 3);
    for (i = 0; i < 3; i++) {
        key[i] = nondet_int();
        __CPROVER_assume(key[i] >= 0 && key[i] < 16);
        put(key[i], 10 + i);
    }
    assert(find(key[2])->value == 12);
    assert(erase(key[gone]));
    assert(!find(key[gone]));
    for (i = 0; i < 3; i++)
        if (key[i] != key[gone])
            assert(find(key[i]));
    return 0;
}

// fault: line 41
/* A help desk: urgent and ordinary tickets in two rings; urgent ones are served first, but never three in a row
   while an ordinary one waits. */
#include <assert.h>
#include <stdbool.h>

#define SLOTS 4

int nondet_int(void);
void __CPROVER_assume(_Bool);

struct ring {
    int id[SLOTS];
    int first;
    int count;
};

static struct ring urgent, ordinary;
static int urgent_in_a_row;
static int next_id = 1;

static bool put(struct ring *r, int id)
{
    if (r->count == SLOTS)
        return false;
    r->id[(r->first + r->count) % SLOTS] = id;
    r->count++;
    return true;
}

static int take(struct ring *r)
{
    int id = r->id[r->first];
    r->first = (r->first + 1) % SLOTS;
    r->count--;
    return id;
}

static int serve(void)
{
    bool turn = urgent_in_a_row > 2 && ordinary.count > 0;
    if (urgent.count > 0 && !turn) {
        urgent_in_a_row++;
        return take(&urgent);
    }
    urgent_in_a_row = 0;
    if (ordinary.count > 0)
        return take(&ordinary);
    return 0;
}

static void arrive(int kind)
{
    int id = next_id++;
    if (kind == 0)
        put(&ordinary, id);
    else
        put(&urgent, id);
}

int main(void)
{
    int served_urgent = 0;
    for (int i = 0; i < 4; i++) {
        int kind = nondet_int();
        __CPROVER_assume(kind >= 0 && kind <= 1);
        arrive(kind);
    }
    for (int i = 0; i < 4; i++) {
        int waiting = ordinary.count;
        int before = urgent.count;
        int id = serve();
        assert(id >= 0 && id < next_id);
        if (urgent.count < before)
            served_urgent++;
        else
            served_urgent = 0;
        if (waiting > 0)
            assert(served_urgent <= 2);
    }
    assert(urgent.count + ordinary.count == 0);
    return 0;
}

// fault: line 46
/* Nodes in a ring elect the one with the largest number. */
#include <assert.h>
#include <stdbool.h>

int nondet_int(void);

#define NODES 3
#define NONE (-1)

struct node {
    int number;
    int leader;
    int message;
    bool waiting;
};

static struct node ring[NODES];

static int next(int i)
{
    return (i + 1) % NODES;
}

static void send(int from, int number)
{
    struct node *to = &ring[next(from)];
    if (!to->waiting || to->message < number)
        to->message = number;
    to->waiting = true;
}

static void start(int i)
{
    send(i, ring[i].number);
}

static void receive(int i)
{
    struct node *n = &ring[i];
    if (!n->waiting)
        return;
    n->waiting = false;
    if (n->message > n->number)
        send(i, n->message);
    else if (n->message < n->number)
        n->leader = n->number;
}

int main(void)
{
    for (int i = 0; i < NODES; i++) {
        ring[i].number = nondet_int();
        ring[i].leader = NONE;
        __CPROVER_assume(ring[i].number >= 0 && ring[i].number < 10);
        for (int k = 0; k < i; k++)
            __CPROVER_assume(ring[i].number != ring[k].number);
    }
    for (int i = 0; i < NODES; i++)
        start(i);
    for (int round = 0; round < NODES + 1; round++)
        for (int i = 0; i < NODES; i++)
            receive(i);
    int leaders = 0, largest = 0;
    for (int i = 0; i < NODES; i++) {
        if (ring[i].leader != NONE)
            leaders++;
        if (ring[i].number > largest)
            largest = ring[i].number;
    }
    assert(leaders <= 1);
    for (int i = 0; i < NODES; i++)
        if (ring[i].leader != NONE)
            assert(ring[i].leader == largest);
    return 0;
}

// fault: line 38
#include <assert.h>

#define PLACES 4
#define FAR 1000

int nondet_int(void);

static int distance[PLACES][PLACES];
static int via[PLACES][PLACES];

static void init(void)
{
    int i, j;
    for (i = 0; i < PLACES; i++)
        for (j = 0; j < PLACES; j++) {
            distance[i][j] = i == j ? 0 : FAR;
            via[i][j] = j;
        }
}

static void road(int from, int to, int length)
{
    if (length < distance[from][to]) {
        distance[from][to] = length;
        distance[to][from] = length;
    }
}

static void relax(int middle)
{
    int i, j;
    for (i = 0; i < PLACES; i++)
        for (j = 0; j < PLACES; j++) {
            int over = distance[i][middle] + distance[middle][j];
            if (over < distance[i][j]) {
                distance[i][j] = over;
                via[i][j] = middle;
            }
        }
}

static int walk(int from, int to)
{
    int length = 0, steps;
    for (steps = 0; from != to; steps++) {
        int next = via[from][to];
        if (steps > PLACES)
            return -1;
        length += distance[from][next];
        from = next;
    }
    return length;
}

int main(void)
{
    int i, j, m;
    int roads[PLACES - 1];

    init();
    for (i = 0; i < PLACES - 1; i++) {
        roads[i] = nondet_int();
        __CPROVER_assume(roads[i] >= 1 && roads[i] <= 9);
        road(i, i + 1, roads[i]);
    }
    m = nondet_int();
    __CPROVER_assume(m >= 1 && m <= 20);
    road(0, PLACES - 1, m);
    for (i = 0; i < PLACES; i++)
        relax(i);
    for (i = 0; i < PLACES; i++)
        for (j = 0; j < PLACES; j++)
            assert(distance[i][j] == distance[j][i]);
    assert(distance[0][PLACES - 1] <= m);
    assert(walk(0, 3) == distance[0][3]);
    for (i = 0; i + 1 < PLACES; i++) {
        int next = via[i][PLACES - 1];
        assert(distance[i][next] <= 9 || next == 3 || i == 3);
    }
    return 0;
}

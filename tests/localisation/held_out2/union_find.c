// fault: line 42
#include <assert.h>

#define N 5

int nondet_int(void);

static int parent[N];
static int weight[N];
static int groups;

static void init(void)
{
    int i;
    for (i = 0; i < N; i++) {
        parent[i] = i;
        weight[i] = 1;
    }
    groups = N;
}

static int root(int x)
{
    while (parent[x] != x) {
        parent[x] = parent[parent[x]];
        x = parent[x];
    }
    return x;
}

static int join(int a, int b)
{
    int ra = root(a), rb = root(b);
    if (ra == rb)
        return 0;
    if (weight[ra] < weight[rb]) {
        int other = ra;
        ra = rb;
        rb = other;
    }
    parent[rb] = ra;
    weight[ra] += weight[b];
    groups--;
    return 1;
}

static int connected(int a, int b)
{
    return root(a) == root(b);
}

static int total(void)
{
    int i, sum = 0;
    for (i = 0; i < N; i++)
        if (parent[i] == i)
            sum += weight[i];
    return sum;
}

int main(void)
{
    int i, joined = 0;

    init();
    for (i = 0; i < 3; i++) {
        int a = nondet_int(), b = nondet_int();
        __CPROVER_assume(a >= 0 && a < N);
        __CPROVER_assume(b >= 0 && b < N);
        joined += join(a, b);
        assert(connected(a, b));
        assert(groups == N - joined);
        assert(total() == N);
    }
    for (i = 0; i < N; i++)
        assert(root(i) >= 0 && root(i) < N);
    return 0;
}

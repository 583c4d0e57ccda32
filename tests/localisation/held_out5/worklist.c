// fault: line 27
/* Reachability in a small graph with a work list. */
#include <assert.h>
#include <stdbool.h>

_Bool nondet_bool(void);

#define N 4

static bool edge[N][N];
static bool seen[N];
static int work[N];
static int top;

static void push(int node)
{
    seen[node] = true;
    work[top++] = node;
}

static void search(int from)
{
    push(from);
    while (top > 0) {
        int node = work[--top];
        for (int to = 0; to < N; to++)
            if (edge[to][node] && !seen[to])
                push(to);
    }
}

static int count_seen(void)
{
    int n = 0;
    for (int i = 0; i < N; i++)
        n += seen[i];
    return n;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int k = 0; k < N; k++)
            edge[i][k] = i != k && nondet_bool();
    search(0);
    assert(seen[0]);
    for (int k = 1; k < N; k++)
        if (edge[0][k])
            assert(seen[k]);
    bool leaves = edge[0][1] || edge[0][2] || edge[0][3];
    if (!leaves)
        assert(count_seen() == 1);
    return 0;
}

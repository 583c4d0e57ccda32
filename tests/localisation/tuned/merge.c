// fault: line 29
#include <assert.h>

int nondet_int(void);

#define COUNT 3

static int is_sorted(const int *a, int n)
{
    int i;
    for (i = 1; i < n; i++)
        if (a[i - 1] > a[i])
            return 0;
    return 1;
}

static int merge(const int *a, int n, const int *b, int m, int *out)
{
    int i = 0, j = 0, k = 0;
    while (i < n && j < m) {
        if (a[i] <= b[j])
            out[k++] = a[i++];
        else
            out[k++] = b[j++];
    }
    while (i < n)
        out[k++] = a[i++];
    while (j < m)
        out[k++] = b[j], j += 2;
    return k;
}

static int unique(int *a, int n)
{
    int i, kept = 0;
    for (i = 0; i < n; i++)
        if (kept == 0 || a[kept - 1] != a[i])
            a[kept++] = a[i];
    return kept;
}

static int sum(const int *a, int n)
{
    int i, s = 0;
    for (i = 0; i < n; i++)
        s += a[i];
    return s;
}

int main(void)
{
    int a[COUNT], b[COUNT], out[2 * COUNT];
    int i, n, total;
    for (i = 0; i < COUNT; i++) {
        a[i] = nondet_int();
        b[i] = nondet_int();
        __CPROVER_assume(a[i] >= 1 && a[i] <= 30 && b[i] >= 1 && b[i] <= 30);
    }
    __CPROVER_assume(is_sorted(a, COUNT) && is_sorted(b, COUNT));
    n = merge(a, COUNT, b, COUNT, out);
    total = sum(out, n);
    assert(is_sorted(out, n));
    assert(total == sum(a, COUNT) + sum(b, COUNT));
    n = unique(out, n);
    for (i = 1; i < n; i++)
        assert(out[i - 1] < out[i]);
    return 0;
}

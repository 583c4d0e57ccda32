// fault: line 13
#include <assert.h>

int nondet_int(void);

#define N 5

static int lower_bound(const int *a, int n, int key)
{
    int low = 0, high = n;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (a[middle] <= key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static int upper_bound(const int *a, int n, int key)
{
    int low = 0, high = n;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (key < a[middle])
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static int occurrences(const int *a, int n, int key)
{
    return upper_bound(a, n, key) - lower_bound(a, n, key);
}

static int insert_at(int *a, int n, int at, int key)
{
    int i;
    for (i = n; i > at; i--)
        a[i] = a[i - 1];
    a[at] = key;
    return n + 1;
}

static int is_sorted(const int *a, int n)
{
    int i;
    for (i = 1; i < n; i++)
        if (a[i - 1] > a[i])
            return 0;
    return 1;
}

int main(void)
{
    int a[N + 1], i, n = nondet_int(), key = nondet_int(), before, at;
    __CPROVER_assume(n >= 1 && n <= N);
    __CPROVER_assume(key >= 0 && key <= 20);
    for (i = 0; i < n; i++) {
        a[i] = nondet_int();
        __CPROVER_assume(a[i] >= 0 && a[i] <= 20);
        if (i > 0)
            __CPROVER_assume(a[i - 1] <= a[i]);
    }
    before = occurrences(a, n, key);
    assert(before >= 0 && before <= n);
    at = lower_bound(a, n, key);
    if (at > 0)
        assert(a[at - 1] < key);
    n = insert_at(a, n, at, key);
    assert(is_sorted(a, n));
    assert(occurrences(a, n, key) == before + 1);
    return 0;
}

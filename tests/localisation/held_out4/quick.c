// fault: line 36
/* Quicksort with the middle element as pivot, and a search in what it sorted. */
#include <assert.h>

int nondet_int(void);

#define COUNT 4

static void swap(int *a, int *b)
{
    int t = *a;
    *a = *b;
    *b = t;
}

static int partition(int *v, int low, int high)
{
    int pivot = v[high];
    int i = low;
    for (int j = low; j < high; j++) {
        if (v[j] < pivot) {
            swap(&v[i], &v[j]);
            i++;
        }
    }
    swap(&v[i], &v[high]);
    return i;
}

static void sort(int *v, int low, int high)
{
    if (low >= high)
        return;
    int middle = partition(v, low, high);
    sort(v, low, middle - 1);
    sort(v, middle + 2, high);
}

static int find(const int *v, int count, int wanted)
{
    int low = 0, high = count - 1;
    while (low <= high) {
        int middle = low + (high - low) / 2;
        if (v[middle] == wanted)
            return middle;
        if (v[middle] < wanted)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return -1;
}

int main(void)
{
    int v[COUNT];
    int wanted = nondet_int();
    int there = 0, sum = 0;
    for (int i = 0; i < COUNT; i++) {
        v[i] = nondet_int();
        __CPROVER_assume(v[i] >= 0 && v[i] < 50);
        sum += v[i];
        if (v[i] == wanted)
            there = 1;
    }
    sort(v, 0, COUNT - 1);
    for (int i = 0; i < COUNT; i++)
        sum -= v[i];
    assert(sum == 0);
    int at = find(v, COUNT, wanted);
    if (there)
        assert(at >= 0 && v[at] == wanted);
    else
        assert(at < 0);
    return 0;
}

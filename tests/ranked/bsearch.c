#include <assert.h>
int nondet_int(void);
int find(const int *a, int n, int key) {
    int lo = 0, hi = n - 1;
    while (lo < hi) { /* the fault */
        int mid = lo + (hi - lo) / 2;
        if (a[mid] == key) return mid;
        if (a[mid] < key) lo = mid + 1;
        else hi = mid - 1;
    }
    return -1;
}
int main(void) {
    int a[5];
    for (int i = 0; i < 5; i++) {
        a[i] = nondet_int();
        if (i > 0) __CPROVER_assume(a[i - 1] < a[i]);
    }
    int k = nondet_int();
    __CPROVER_assume(k >= 0 && k < 5);
    assert(find(a, 5, a[k]) == k);
}

// because: run
// expect: same-as-cc
#include <stdio.h>

static void insertion(int *a, int n) {
    for (int i = 1; i < n; i++) {
        int v = a[i], j = i;
        for (; j > 0 && a[j - 1] > v; j--)
            a[j] = a[j - 1];
        a[j] = v;
    }
}

static void quick(int *low, int *high) {
    if (low >= high)
        return;
    int pivot = *(low + (high - low) / 2), *i = low, *j = high;
    while (i <= j) {
        while (*i < pivot)
            i++;
        while (*j > pivot)
            j--;
        if (i <= j) {
            int t = *i;
            *i++ = *j;
            *j-- = t;
        }
    }
    quick(low, j);
    quick(i, high);
}

static void heap(int a[], int n) {
    for (int start = n / 2, end = n; end > 1;) {
        if (start > 0)
            start--;
        else {
            end--;
            int t = a[end];
            a[end] = a[0];
            a[0] = t;
        }
        int root = start, child;
        while ((child = 2 * root + 1) < end) {
            if (child + 1 < end && a[child] < a[child + 1])
                child++;
            if (a[root] >= a[child])
                break;
            int t = a[root];
            a[root] = a[child];
            a[child] = t;
            root = child;
        }
    }
}

int main(void) {
    int a[3][25];
    unsigned x = 99;
    for (int i = 0; i < 25; i++) {
        x = x * 1103515245u + 12345u;
        a[0][i] = a[1][i] = a[2][i] = (int)(x >> 16) % 200 - 100;
    }
    insertion(a[0], 25);
    quick(a[1], a[1] + 24);
    heap(a[2], 25);
    int same = 1;
    for (int i = 0; i < 25; i++) {
        same = same && a[0][i] == a[1][i] && a[1][i] == a[2][i];
        printf("%d ", a[0][i]);
    }
    printf("\n%d\n", same);
    return 0;
}

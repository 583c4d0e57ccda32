// because: diagnose search_result.c --tests search_result
// fault: line 28
// should be: pos >= 0
#include <stdio.h>

int search(int v[], int n, int x) {
    int lo = 0, hi = n - 1;
    while (lo <= hi) {
        int mid = (lo + hi) / 2;
        if (v[mid] == x)
            return mid;
        if (v[mid] < x)
            lo = mid + 1;
        else
            hi = mid - 1;
    }
    return -1;
}

int main() {
    int v[100], n, q, x, i, pos;
    scanf("%d", &n);
    for (i = 0; i < n; i++) scanf("%d", &v[i]);
    scanf("%d", &q);
    while (q-- > 0) {
        scanf("%d", &x);
        pos = search(v, n, x);
        if (pos > 0)
            printf("%d found at %d\n", x, pos);
        else
            printf("%d not found\n", x);
    }
    return 0;
}

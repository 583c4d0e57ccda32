// because: diagnose return_missing.c --tests return_missing
// missing after line 20
// should be: printf("not found\n"); return 0;
#include <stdio.h>
int find(int a[], int n, int x) {
    int i;
    for (i = 0; i < n; i++)
        if (a[i] == x)
            return i;
    return -1;
}
int main(void) {
    int a[10], n, i, x, at;
    scanf("%d", &n);
    for (i = 0; i < n; i++)
        scanf("%d", &a[i]);
    scanf("%d", &x);
    at = find(a, n, x);
    if (at < 0) {
        printf("not found\n");
    }
    printf("found at %d\n", at);
    return 0;
}

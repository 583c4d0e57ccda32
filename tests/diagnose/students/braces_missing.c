// because: diagnose braces_missing.c --tests braces_missing
// fault: line 11
// should be: if (x % 2 == 0) { even++; sum += x; }
#include <stdio.h>
int main(void) {
    int n, i, x, even = 0, sum = 0;
    scanf("%d", &n);
    for (i = 0; i < n; i++) {
        scanf("%d", &x);
        if (x % 2 == 0)
            even++;
            sum += x;
    }
    printf("%d even, sum %d\n", even, sum);
    return 0;
}

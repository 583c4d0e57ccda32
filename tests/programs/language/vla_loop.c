// because: run
// expect: same-as-cc
#include <stdio.h>

int main(void) {
    int total = 0;
    for (int n = 1; n <= 50; n++) {
        int a[n];
        for (int i = 0; i < n; i++)
            a[i] = n - i;
        if (n % 7 == 0)
            continue;
        if (n == 45)
            break;
        total += a[0] * a[n - 1] + (int)sizeof a;
    }
    printf("%d\n", total);
    int n = 0;
again:;
    short b[n + 2];
    b[n + 1] = (short)n;
    total += b[n + 1];
    if (++n < 10)
        goto again;
    printf("%d %zu\n", total, sizeof b);
    return 0;
}

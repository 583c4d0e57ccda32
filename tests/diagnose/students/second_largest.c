// because: diagnose second_largest.c --tests second_largest
// missing after line 10
// should be: second = first;
#include <stdio.h>
int main(void) {
    int n, i, x, first = -1000, second = -1000;
    scanf("%d", &n);
    for (i = 0; i < n; i++) {
        scanf("%d", &x);
        if (x > first) {
            first = x;
        } else if (x > second) {
            second = x;
        }
    }
    printf("%d\n", second);
    return 0;
}

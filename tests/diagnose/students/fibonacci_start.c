// because: diagnose fibonacci_start.c --tests fibonacci_start
// fault: line 7
// should be: int a = 0, b = 1, next;
#include <stdio.h>
int main(void) {
    int n, i;
    int a = 0, b = 0, next;
    scanf("%d", &n);
    for (i = 0; i < n; i++) {
        printf("%d ", a);
        next = a + b;
        a = b;
        b = next;
    }
    printf("\n");
    return 0;
}

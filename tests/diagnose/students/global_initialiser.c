// because: diagnose global_initialiser.c --tests global_initialiser
// fault: line 5
// should be: int best = 0;
#include <stdio.h>
int best = 15;
void see(int value) {
    if (value > best)
        best = value;
}
int main(void) {
    int n, i, x;
    scanf("%d", &n);
    for (i = 0; i < n; i++) {
        scanf("%d", &x);
        see(x);
    }
    printf("best %d\n", best);
    return 0;
}

// because: diagnose decrement.c --tests decrement
// fault: line 13
// should be: steps++;
#include <stdio.h>
int main(void) {
    int n, steps = 0;
    scanf("%d", &n);
    while (n > 1) {
        if (n % 2 == 0)
            n = n / 2;
        else
            n = 3 * n + 1;
        steps--;
    }
    printf("%d steps\n", steps);
    return 0;
}

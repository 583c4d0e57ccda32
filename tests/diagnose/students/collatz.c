// because: diagnose collatz.c --tests collatz
// fault: line 12
// should be: 3 * n + 1
#include <stdio.h>
int main(void) {
    int n, steps = 0;
    scanf("%d", &n);
    while (n != 1) {
        if (n % 2 == 0)
            n = n / 2;
        else
            n = 2 * n + 1;
        steps++;
    }
    printf("%d steps\n", steps);
    return 0;
}

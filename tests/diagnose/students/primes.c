// because: diagnose primes.c --tests primes
// fault: line 9
// should be: d * d <= n
#include <stdio.h>
int is_prime(int n) {
    int d;
    if (n < 2)
        return 0;
    for (d = 2; d * d < n; d++)
        if (n % d == 0)
            return 0;
    return 1;
}
int main(void) {
    int n, i, count = 0;
    scanf("%d", &n);
    for (i = 1; i <= n; i++)
        if (is_prime(i)) {
            printf("%d ", i);
            count++;
        }
    printf("\n%d primes\n", count);
    return 0;
}

// because: diagnose primes_square_update.c --tests primes_square_update
// faults: lines 10 and 24
// should be: for (d = 2; d * d <= n; d++) { / last = i;
#include <stdio.h>

int is_prime(int n) {
    int d;
    if (n < 2)
        return 0;
    for (d = 2; d * n <= n; d++) {
        if (n % d == 0)
            return 0;
    }
    return 1;
}

int main(void) {
    int from, to, i, count = 0, last = 0;
    scanf("%d %d", &from, &to);
    for (i = from; i <= to; i++) {
        if (is_prime(i)) {
            printf("%d ", i);
            count++;
        }
    }
    printf("\ncount %d\n", count);
    if (count > 0)
        printf("last %d\n", last);
    return 0;
}

// because: diagnose digits_three_faults.c --tests digits_three_faults
// faults: lines 7 and 22 and 26
// should be: int n, k, digit, sum = 0, reversed = 0, largest = 0, steps = 0; / while (k > 1) { / k = 3 * k + 1;
#include <stdio.h>

int main() {
    int n, k, digit, sum = 1, reversed = 0, largest = 0, steps = 0;
    scanf("%d", &n);
    k = n;
    while (k > 0) {
        digit = k % 10;
        sum = sum + digit;
        reversed = reversed * 10 + digit;
        if (digit > largest)
            largest = digit;
        k = k / 10;
    }
    printf("sum=%d reversed=%d largest=%d\n", sum, reversed, largest);
    if (reversed == n)
        printf("palindrome\n");
    k = n;
    while (k <= 1) {
        if (k % 2 == 0)
            k = k / 2;
        else
            k = 3 * k - 1;
        steps++;
    }
    printf("steps=%d\n", steps);
    return 0;
}

// because: diagnose digits_two_faults.c --tests digits_two_faults
// faults: lines 12 and 18
// should be: digit = -(n % 10) / while (n >= 10)
#include <stdio.h>
int main(void) {
    int n, digit;
    printf("Enter an integer > ");
    scanf("%d", &n);
    printf("\n");
    if (n < 0) {
        while (n <= -10) {
            digit = n % 10;
            printf("%d\n", digit);
            n = n / 10;
        }
        printf("%d\n", n);
    } else {
        while (n > 10) {
            printf("%d\n", n % 10);
            n = n / 10;
        }
        printf("%d\n", n);
    }
    printf("That's all, have a nice day!\n");
    return 0;
}

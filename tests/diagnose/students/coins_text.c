// because: diagnose coins_text.c --tests coins_text
// fault: line 18
// should be: "%d x %d\n"
#include <stdio.h>

int main()
{
    int cents;
    int coins[6] = {200, 100, 50, 20, 10, 5};
    int i, count, total = 0;

    printf("Amount: ");
    scanf("%d", &cents);
    for (i = 0; i < 6; i++) {
        count = cents / coins[i];
        cents = cents % coins[i];
        if (count > 0)
            printf("%d x %d", count, coins[i]);
        total = total + count;
    }
    if (cents != 0)
        printf("%d cents left\n", cents);
    printf("%d coins\n", total);
    return 0;
}

// because: diagnose bills_missing_rest.c --tests bills_missing_rest
// missing after line 17
// should be: rest = rest % 50;
#include <stdio.h>

int main() {
    int amount, n100, n50, n20, n10, rest;
    int coins = 0;
    printf("Enter the amount: ");
    scanf("%d", &amount);
    if (amount < 0) {
        printf("Invalid amount\n");
        return 1;
    }
    n100 = amount / 100;
    rest = amount % 100;
    n50 = rest / 50;
    n20 = rest / 20;
    rest = rest % 20;
    n10 = rest / 10;
    rest = rest % 10;
    if (n100 > 0)
        printf("100: %d\n", n100);
    if (n50 > 0)
        printf("50: %d\n", n50);
    if (n20 > 0)
        printf("20: %d\n", n20);
    if (n10 > 0)
        printf("10: %d\n", n10);
    coins = rest / 5 + rest % 5;
    if (coins != 0)
        printf("Coins: %d\n", coins);
    else
        printf("No coins needed.\n");
    printf("Bills: %d\n", n100 + n50 + n20 + n10);
    return 0;
}

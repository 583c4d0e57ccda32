// because: diagnose balance_minus.c --tests balance_minus
// fault: line 11
// should be: balance -= amount;
#include <stdio.h>
int main(void) {
    int balance, n, i, amount;
    scanf("%d %d", &balance, &n);
    for (i = 0; i < n; i++) {
        scanf("%d", &amount);
        if (amount <= balance)
            balance += amount;
        else
            printf("refused %d\n", amount);
    }
    printf("balance %d\n", balance);
    return 0;
}

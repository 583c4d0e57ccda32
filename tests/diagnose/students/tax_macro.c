// because: diagnose tax_macro.c --tests tax_macro
// fault: line 6
// should be: #define RATE 16
#include <stdio.h>
#define LIMIT 50
#define RATE 19
int tax(int amount) {
    if (amount < LIMIT)
        return 0;
    return amount * RATE / 100;
}
int main(void) {
    int amount;
    scanf("%d", &amount);
    printf("tax %d total %d\n", tax(amount), amount + tax(amount));
    return 0;
}

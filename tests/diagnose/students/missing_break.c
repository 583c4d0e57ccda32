// because: diagnose missing_break.c --tests missing_break
// missing after line 9
// should be: break;
#include <stdio.h>
int price(int kind) {
    int cents = 0;
    switch (kind) {
    case 1:
        cents = 150;
    case 2:
        cents = 275;
        break;
    case 3:
        cents = 320;
        break;
    }
    return cents;
}
int main(void) {
    int kind;
    scanf("%d", &kind);
    printf("%d\n", price(kind));
    return 0;
}

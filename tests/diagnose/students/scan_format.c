// because: diagnose scan_format.c --tests scan_format
// fault: line 9
// should be: printf("%d pieces cost %d\n", pieces, (int)(price * pieces));
#include <stdio.h>
int main(void) {
    double price = 0;
    int pieces = 0;
    scanf("%lf %d", &price, &pieces);
    printf("%d pieces cost %d\n", pieces, (int)price * pieces);
    return 0;
}

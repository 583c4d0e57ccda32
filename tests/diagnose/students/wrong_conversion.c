// because: diagnose wrong_conversion.c --tests wrong_conversion
// fault: line 8
// should be: printf("%c has the code %d\n", c, c);
#include <stdio.h>
int main(void) {
    char c;
    scanf("%c", &c);
    printf("%d has the code %d\n", c, c);
    return 0;
}

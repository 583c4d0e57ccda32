// because: diagnose missing_newline.c --tests missing_newline
// fault: line 8
// should be: printf("sum %d\n", a + b);
#include <stdio.h>
int main(void) {
    int a, b;
    scanf("%d %d", &a, &b);
    printf("sum %d", a + b);
    printf("difference %d\n", a - b);
    return 0;
}

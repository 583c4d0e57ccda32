// because: diagnose loop_semicolon.c --tests loop_semicolon
// fault: line 13
// should be: without the semicolon
#include <stdio.h>

int main(void)
{
    int n, i, j;
    scanf("%d", &n);
    for (i = 1; i <= n; i++) {
        for (j = 0; j < n - i; j++)
            printf(" ");
        for (j = 0; j < 2 * i - 1; j++);
            printf("*");
        printf("\n");
    }
    for (i = 0; i < n; i++) {
        for (j = 0; j < n; j++) {
            if (i == 0 || i == n - 1 || j == 0 || j == n - 1)
                printf("#");
            else
                printf(".");
        }
        printf("\n");
    }
    return 0;
}

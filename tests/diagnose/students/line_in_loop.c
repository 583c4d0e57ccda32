// because: diagnose line_in_loop.c --tests line_in_loop
// fault: line 11
// should be: printf("%d ", i * j) and a line ended behind the loop
#include <stdio.h>

int main(void) {
    int rows, columns, i, j;
    scanf("%d %d", &rows, &columns);
    for (i = 1; i <= rows; i++) {
        for (j = 1; j <= columns; j++)
            printf("%4d\n", i * j);
    }
    return 0;
}

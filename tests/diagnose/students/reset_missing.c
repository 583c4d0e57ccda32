// because: diagnose reset_missing.c --tests reset_missing
// missing after line 8
// should be: sum = 0;
#include <stdio.h>
int main(void) {
    int rows, columns, i, j, x, sum = 0;
    scanf("%d %d", &rows, &columns);
    for (i = 0; i < rows; i++) {
        for (j = 0; j < columns; j++) {
            scanf("%d", &x);
            sum += x;
        }
        printf("row %d: %d\n", i + 1, sum);
    }
    return 0;
}

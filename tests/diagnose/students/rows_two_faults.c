// because: diagnose rows_two_faults.c --tests rows_two_faults
// faults: lines 20 and 24
// should be: trace += m[i][j]; / printf("row %d: %d\n", i + 1, sum);
#include <stdio.h>

#define N 3

int main(void) {
    int m[N][N];
    int i, j, trace = 0, anti = 0, best, row = 0;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            scanf("%d", &m[i][j]);
    best = 0;
    for (i = 0; i < N; i++) {
        int sum = 0;
        for (j = 0; j < N; j++) {
            sum += m[i][j];
            if (i == j)
                trace += m[i][anti];
            if (i + j == N - 1)
                anti += m[i][j];
        }
        printf("row %d: %d\n", i + 2, sum);
        if (i == 0 || sum > best) {
            best = sum;
            row = i + 1;
        }
    }
    printf("trace %d anti %d\n", trace, anti);
    printf("best row %d (%d)\n", row, best);
    return 0;
}

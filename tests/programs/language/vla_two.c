// because: run
// expect: same-as-cc
#include <stdio.h>

static void multiply(int n, int m, int k, int a[n][m], int b[m][k], int c[n][k]) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < k; j++) {
            c[i][j] = 0;
            for (int x = 0; x < m; x++)
                c[i][j] += a[i][x] * b[x][j];
        }
}

int main(void) {
    int n = 2, m = 3;
    int a[n][m], b[m][n], c[n][n];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            a[i][j] = i + j;
            b[j][i] = i - j;
        }
    multiply(n, m, n, a, b, c);
    printf("%d %d %d %d\n", c[0][0], c[0][1], c[1][0], c[1][1]);
    printf("%zu %zu %zu\n", sizeof a, sizeof a[0], sizeof c / sizeof c[0][0]);
    int(*row)[m] = a;
    row++;
    printf("%d %zu\n", (*row)[2], sizeof *row);
    return 0;
}

// because: run
// expect: same-as-cc
#include <stdio.h>
#include <stdlib.h>

static double **make(int n) {
    double **m = malloc((size_t)n * sizeof *m);
    for (int i = 0; i < n; i++) {
        m[i] = calloc((size_t)n, sizeof **m);
        m[i][i] = 1;
    }
    return m;
}

static double determinant(double **m, int n) {
    double d = 1;
    for (int c = 0; c < n; c++) {
        int pivot = c;
        while (pivot < n && m[pivot][c] == 0)
            pivot++;
        if (pivot == n)
            return 0;
        if (pivot != c) {
            double *t = m[c];
            m[c] = m[pivot];
            m[pivot] = t;
            d = -d;
        }
        d *= m[c][c];
        for (int r = c + 1; r < n; r++) {
            double f = m[r][c] / m[c][c];
            for (int k = c; k < n; k++)
                m[r][k] -= f * m[c][k];
        }
    }
    return d;
}

int main(void) {
    double **m = make(4);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            m[i][j] += (i * 7 + j * 3) % 5;
    printf("%.6f\n", determinant(m, 4));
    for (int i = 0; i < 4; i++)
        free(m[i]);
    free(m);
    return 0;
}

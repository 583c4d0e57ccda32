// fault: line 41
#include <assert.h>

#define N 3

int nondet_int(void);

typedef struct {
    int cell[N][N];
} matrix;

static matrix identity(void)
{
    matrix m;
    int i, j;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            m.cell[i][j] = i == j;
    return m;
}

static matrix multiply(const matrix *a, const matrix *b)
{
    matrix m;
    int i, j, k;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) {
            m.cell[i][j] = 0;
            for (k = 0; k < N; k++)
                m.cell[i][j] += a->cell[i][k] * b->cell[k][j];
        }
    return m;
}

static matrix transpose(const matrix *a)
{
    matrix m;
    int i, j;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            m.cell[i][j] = a->cell[i][j];
    return m;
}

static int trace(const matrix *a)
{
    int i, sum = 0;
    for (i = 0; i < N; i++)
        sum += a->cell[i][i];
    return sum;
}

static int equal(const matrix *a, const matrix *b)
{
    int i, j;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            if (a->cell[i][j] != b->cell[i][j])
                return 0;
    return 1;
}

int main(void)
{
    matrix a, one, product, t, back;
    int i, j;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) {
            a.cell[i][j] = nondet_int();
            __CPROVER_assume(a.cell[i][j] >= -9 && a.cell[i][j] <= 9);
        }
    one = identity();
    product = multiply(&a, &one);
    assert(equal(&a, &product));
    t = transpose(&a);
    back = transpose(&t);
    assert(equal(&a, &back));
    assert(trace(&t) == trace(&a));
    assert(t.cell[0][2] == a.cell[2][0]);
    return 0;
}

// fault: for (k = 0; k < a->columns; k++) => for (k = 0; k < a->rows; k++)
// fault: t.cells[j][i] = a->cells[i][j]; => t.cells[i][j] = a->cells[i][j];
// fault: if (a->cells[i][j] > a->cells[best][j]) => if (a->cells[i][j] < a->cells[best][j])
// fault: sign = -sign; => sign = sign;
// fault: if (a->cells[i][j] != a->cells[j][i]) => if (a->cells[i][j] != a->cells[j][j])
#include <stdio.h>

#define SIZE 4

struct matrix {
    int rows;
    int columns;
    int cells[SIZE][SIZE];
};

static int read_matrix(struct matrix *m) {
    int i, j;
    if (scanf("%d %d", &m->rows, &m->columns) != 2)
        return 0;
    if (m->rows < 1 || m->rows > SIZE || m->columns < 1 || m->columns > SIZE)
        return 0;
    for (i = 0; i < m->rows; i++)
        for (j = 0; j < m->columns; j++)
            if (scanf("%d", &m->cells[i][j]) != 1)
                return 0;
    return 1;
}

static void show(const struct matrix *m) {
    int i, j;
    for (i = 0; i < m->rows; i++) {
        for (j = 0; j < m->columns; j++)
            printf(j > 0 ? " %d" : "%d", m->cells[i][j]);
        printf("\n");
    }
}

static struct matrix product(const struct matrix *a, const struct matrix *b) {
    struct matrix p = {a->rows, b->columns, {{0}}};
    int i, j, k;
    for (i = 0; i < p.rows; i++)
        for (j = 0; j < p.columns; j++)
            for (k = 0; k < a->columns; k++)
                p.cells[i][j] += a->cells[i][k] * b->cells[k][j];
    return p;
}

static struct matrix transposed(const struct matrix *a) {
    struct matrix t = {a->columns, a->rows, {{0}}};
    int i, j;
    for (i = 0; i < a->rows; i++)
        for (j = 0; j < a->columns; j++)
            t.cells[j][i] = a->cells[i][j];
    return t;
}

static int symmetric(const struct matrix *a) {
    int i, j;
    if (a->rows != a->columns)
        return 0;
    for (i = 0; i < a->rows; i++)
        for (j = 0; j < i; j++)
            if (a->cells[i][j] != a->cells[j][i])
                return 0;
    return 1;
}

static int determinant(const struct matrix *a) {
    int sum = 0, sign = 1, column, i, j;
    if (a->rows == 1)
        return a->cells[0][0];
    for (column = 0; column < a->columns; column++) {
        struct matrix smaller = {a->rows - 1, a->columns - 1, {{0}}};
        for (i = 1; i < a->rows; i++)
            for (j = 0; j < a->columns; j++)
                if (j != column)
                    smaller.cells[i - 1][j < column ? j : j - 1] = a->cells[i][j];
        sum += sign * a->cells[0][column] * determinant(&smaller);
        sign = -sign;
    }
    return sum;
}

static void greatest(const struct matrix *a) {
    int i, j;
    for (j = 0; j < a->columns; j++) {
        int best = 0;
        for (i = 1; i < a->rows; i++)
            if (a->cells[i][j] > a->cells[best][j])
                best = i;
        printf("column %d: row %d\n", j, best);
    }
}

int main(void) {
    struct matrix a, b;
    while (read_matrix(&a)) {
        struct matrix t = transposed(&a);
        show(&t);
        greatest(&a);
        if (symmetric(&a))
            printf("symmetric\n");
        if (a.rows == a.columns && a.rows <= 3)
            printf("determinant %d\n", determinant(&a));
        if (!read_matrix(&b))
            break;
        if (a.columns == b.rows) {
            struct matrix p = product(&a, &b);
            show(&p);
        } else {
            printf("%d columns, %d rows\n", a.columns, b.rows);
        }
    }
    return 0;
}

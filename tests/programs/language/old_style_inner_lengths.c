// because: run
// expect: same-as-cc
// Old-style definitions whose arrays have inner lengths that name parameters.
#include <stdio.h>

int last(n, m, a)
int n, m;
int a[n][m];
{
    return a[n - 1][m - 1] + (int)sizeof a[0];
}

int mixed(a, n, c, b)
char c;
int n, a[][n], *b;
{
    a[0][0] += c;
    return a[1][n - 1] + *b;
}

double through(p, k)
int k;
double (*p)[k];
{
    p++;
    return (*p)[k - 1];
}

int cube(a, b, x, y)
int x, y, a[x][y + 1][x], b[x][y];
{
    return a[1][y][x - 1] * 100 + b[x - 1][y - 1] + (int)sizeof *a;
}

int main(void) {
    int a[2][3] = {{1, 2, 3}, {4, 5, 6}};
    double d[2][2] = {{1, 2}, {3, 4.5}};
    int c[2][3][2] = {{{1}}, {{2}, {3}, {4, 5}}}, e[2][2] = {{6, 7}, {8, 9}};
    int one = 1;
    printf("%d\n", last(2, 3, a));
    printf("%d %d\n", mixed(a, 3, 'a', &one), a[0][0]);
    printf("%g\n", through(d, 2));
    printf("%d\n", cube(c, e, 2, 2));
    return 0;
}

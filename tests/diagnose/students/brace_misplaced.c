// because: diagnose brace_misplaced.c --tests brace_misplaced
// fault: line 26
// should be: the printf behind the brace
#include <stdio.h>
#define MAX 10

void leer(int m[MAX][MAX], int f, int c)
{
    int i, j;
    for (i = 0; i < f; i++)
        for (j = 0; j < c; j++)
            scanf("%d", &m[i][j]);
}

int main(void)
{
    int a[MAX][MAX], t[MAX][MAX];
    int f, c, i, j, suma;
    scanf("%d %d", &f, &c);
    leer(a, f, c);
    for (i = 0; i < f; i++) {
        suma = 0;
        for (j = 0; j < c; j++) {
            suma += a[i][j];
            t[j][i] = a[i][j];
        printf("fila %d: %d\n", i + 1, suma);
        }
    }
    for (i = 0; i < c; i++) {
        for (j = 0; j < f; j++) {
            if (j > 0)
                printf(" ");
            printf("%d", t[i][j]);
        }
        printf("\n");
    }
    return 0;
}

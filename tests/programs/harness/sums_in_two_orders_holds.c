// because: check
// expect: holds
#include <assert.h>
unsigned nondet_uint(void);
int main(void) {
    unsigned a[3][3], b[3][3], c[3][3] = {0}, d[3][3] = {0};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) a[i][j] = nondet_uint(), b[i][j] = nondet_uint();
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++) c[i][j] += a[i][k] * b[k][j];
    for (int k = 2; k >= 0; k--)
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) d[i][j] += b[k][j] * a[i][k];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) assert(c[i][j] == d[i][j]);
}

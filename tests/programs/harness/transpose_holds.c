// because: check
// expect: holds
#include <assert.h>
int nondet_int(void);
int main(void) {
    int a[3][3], t[3][3];
    for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) a[i][j] = nondet_int();
    for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) t[j][i] = a[i][j];
    for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) assert(t[i][j] == a[j][i]);
}

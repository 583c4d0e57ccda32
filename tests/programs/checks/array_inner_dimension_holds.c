// because: run
// expect: same-as-cc
#include <stdio.h>

int main(void) {
    int a[3][4] = {{0}};
    int j = 3;
    a[1][j] = 7;
    printf("%d %d\n", a[1][3], a[2][0]);
    return 0;
}

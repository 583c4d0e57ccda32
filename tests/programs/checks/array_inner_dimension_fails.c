// because: run
// expect: fails array_bounds at line 8
#include <stdio.h>

int main(void) {
    int a[3][4] = {{0}};
    int j = 4;
    a[1][j] = 7; /* fails */
    printf("%d %d\n", a[1][3], a[2][0]);
    return 0;
}

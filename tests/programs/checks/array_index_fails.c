// because: run
// expect: fails array_bounds at line 8
#include <stdio.h>

int main(void) {
    int a[10] = {0};
    int i = 10;
    a[i] = 5; /* fails */
    printf("%d\n", a[9]);
    return 0;
}

// because: run
// expect: fails array_bounds at line 9
#include <stdio.h>

static int a[4] = {1, 2, 3, 4};

int main(void) {
    int i = 0;
    int value = a[i + -1]; /* fails */
    printf("%d\n", value);
    return 0;
}

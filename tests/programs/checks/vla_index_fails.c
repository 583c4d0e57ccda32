// because: run
// expect: fails array_bounds at line 8
#include <stdio.h>

static int last(int n, int i) {
    int a[n];
    a[0] = 1;
    a[i] = 3; /* fails */
    return a[i];
}

int main(void) {
    printf("%d\n", last(5, 5));
    return 0;
}

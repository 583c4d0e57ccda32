// because: run
// expect: same-as-cc
#include <stdio.h>

static int last(int n, int i) {
    int a[n];
    a[0] = 1;
    a[i] = 3;
    return a[i];
}

int main(void) {
    printf("%d\n", last(5, 4));
    return 0;
}

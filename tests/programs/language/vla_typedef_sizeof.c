// because: run
// expect: same-as-cc
#include <stdio.h>

static int calls;

static int size(void) {
    calls++;
    return 3 + calls;
}

int main(void) {
    int n = 4;
    typedef int row[n];
    n = 10;
    row a, b[2];
    a[3] = 7;
    b[1][0] = 8;
    printf("%zu %zu %d %d\n", sizeof(row), sizeof b, a[3], b[1][0]);
    int c[size()];
    c[0] = 1;
    printf("%zu %d %d\n", sizeof c, calls, c[0]);
    printf("%zu ", sizeof(int[size()]));
    printf("%d\n", calls);
    printf("%zu %d\n", sizeof(int), calls);
    return 0;
}

// because: run
// expect: same-as-cc
// The operand of sizeof is evaluated when its type has a run-time length.
#include <stdio.h>

int main(void) {
    int n = 3;
    int a[2][n];
    a[0][0] = 1;
    a[1][0] = 2;
    int(*p)[n] = a;
    printf("%d\n", (int)(sizeof(*p++) / sizeof(int)));
    printf("%d\n", (*p)[0]);
    return 0;
}

// because: run
// expect: same-as-cc
#include <stdio.h>

static int fill(int n) {
    int a[n];
    for (int i = 0; i < n; i++)
        a[i] = i;
    return n;
}

int main(void) {
    printf("%d\n", fill(1));
    return 0;
}

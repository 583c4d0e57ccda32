// because: run
// expect: fails vla_size at line 6
#include <stdio.h>

static int fill(int n) {
    int a[n]; /* fails */
    for (int i = 0; i < n; i++)
        a[i] = i;
    return n;
}

int main(void) {
    printf("%d\n", fill(0));
    return 0;
}

// because: run
// expect: same-as-cc
#include <stdio.h>

static int depth(int n) {
    int local[4] = {n, n + 1, n + 2, n + 3};
    if (n == 0)
        return 0;
    int below = depth(n - 1);
    return (below + local[n % 4]) % 9973;
}

int main(void) {
    printf("%d\n", depth(5000));
    return 0;
}

// because: run
// expect: same-as-cc
#include <limits.h>
#include <stdio.h>

int main(void) {
    int n = INT_MAX - 1;
    int m = n + 1;
    printf("%d\n", m);
    return 0;
}

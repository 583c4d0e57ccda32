// because: run
// expect: same-as-cc
#include <limits.h>
#include <stdio.h>

int main(void) {
    int n = INT_MIN, by = -1;
    n += 1;
    printf("%d\n", n / by);
    return 0;
}

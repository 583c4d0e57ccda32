// because: run
// expect: same-as-cc
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int n = INT_MIN + 1;
    printf("%d\n", abs(n));
    return 0;
}

// because: run
// expect: same-as-cc
#include <limits.h>
#include <stdio.h>

int main(void) {
    int n = INT_MAX - 3;
    for (int i = 0; i < 3; i++)
        n++;
    printf("%d\n", n);
    return 0;
}

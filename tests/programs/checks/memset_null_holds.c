// because: run
// expect: same-as-cc
#include <stdio.h>
#include <string.h>

int main(void) {
    int a[4];
    memset(a, 0, sizeof a);
    a[3] = 0;
    printf("%d\n", a[3]);
    return 0;
}

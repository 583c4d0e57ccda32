// because: run
// expect: same-as-cc
#include <stdio.h>

int main(void) {
    int distance = 40;
    printf("%d\n", (1LL << distance) != 0);
    return 0;
}

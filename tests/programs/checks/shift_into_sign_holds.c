// because: run
// expect: same-as-cc
#include <stdio.h>

int main(void) {
    int distance = 30;
    printf("%d\n", 1 << distance);
    return 0;
}

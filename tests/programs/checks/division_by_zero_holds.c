// because: run
// expect: same-as-cc
#include <stdio.h>

static int average(int sum, int count) {
    return sum / count;
}

int main(void) {
    printf("%d\n", average(10, 1));
    return 0;
}

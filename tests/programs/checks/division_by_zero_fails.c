// because: run
// expect: fails division_by_zero at line 6
#include <stdio.h>

static int average(int sum, int count) {
    return sum / count; /* fails */
}

int main(void) {
    printf("%d\n", average(10, 0));
    return 0;
}

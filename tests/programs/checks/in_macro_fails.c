// because: run
// expect: fails division_by_zero at line 9
#include <stdio.h>

#define PERCENT(part, whole) ((part) * 100 / (whole))

int main(void) {
    int n = 0;
    printf("%d\n", PERCENT(1, n)); /* fails */
    return 0;
}

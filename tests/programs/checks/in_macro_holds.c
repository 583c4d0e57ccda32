// because: run
// expect: same-as-cc
#include <stdio.h>

#define PERCENT(part, whole) ((part) * 100 / (whole))

int main(void) {
    int n = 4;
    printf("%d\n", PERCENT(1, n));
    return 0;
}

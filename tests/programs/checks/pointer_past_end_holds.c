// because: run
// expect: same-as-cc
#include <stdio.h>

int main(void) {
    int a[4] = {1, 2, 3, 4}, *end = a + 3;
    printf("%d\n", *end);
    return 0;
}

// because: run
// expect: same-as-cc
#include <stdio.h>

static int a[4] = {1, 2, 3, 4};

int main(void) {
    int i = 0;
    int value = a[i + 0];
    printf("%d\n", value);
    return 0;
}

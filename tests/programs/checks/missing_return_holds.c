// because: run
// expect: same-as-cc
#include <stdio.h>

static int sign(int n) {
    if (n > 0)
        return 1;
    if (n < 0)
        return -1;
}

int main(void) {
    printf("%d\n", sign(-7));
    return 0;
}

// because: run
// expect: same-as-cc
#include <stdio.h>

static int calls;

static int maybe(int n) {
    calls++;
    if (n > 0)
        return 1;
}

int main(void) {
    maybe(0);
    (void)maybe(-1);
    printf("%d\n", calls);
    return 0;
}

// because: run
// expect: same-as-cc
#include <stdio.h>

static int read(const int *p) {
    return *p;
}

int main(void) {
    int x = 3;
    printf("%d\n", read(&x));
    return 0;
}

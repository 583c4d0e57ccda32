// because: run
// expect: same-as-cc
#include <stdio.h>

static int *make(int n) {
    static int local;
    int *result = &local;
    local = n;
    return result;
}

int main(void) {
    int *p = make(5);
    printf("%d\n", *p);
    return 0;
}

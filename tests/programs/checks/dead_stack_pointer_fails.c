// because: run
// expect: fails pointer_dereference at line 14
#include <stdio.h>

static int *make(int n) {
    int local;
    int *result = &local;
    local = n;
    return result;
}

int main(void) {
    int *p = make(5);
    printf("%d\n", *p); /* fails */
    return 0;
}

// because: run
// expect: fails pointer_dereference at line 6
#include <stdio.h>

static int read(const int *p) {
    return *p; /* fails */
}

int main(void) {
    int x = 3;
    printf("%d\n", read((void *)0));
    return 0;
}

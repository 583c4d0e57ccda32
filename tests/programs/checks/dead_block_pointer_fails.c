// because: run
// expect: fails pointer_dereference at line 12
#include <stdio.h>

int main(void) {
    int *p = 0, outer = 1;
    {
        int inner = 2;
        p = &inner;
        *p += 1;
    }
    printf("%d\n", *p); /* fails */
    return 0;
}

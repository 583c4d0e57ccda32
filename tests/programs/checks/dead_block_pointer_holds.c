// because: run
// expect: same-as-cc
#include <stdio.h>

int main(void) {
    int *p = 0, outer = 1;
    {
        int inner = 2;
        p = &outer;
        *p += 1;
    }
    printf("%d\n", *p);
    return 0;
}

// because: run
// expect: fails pointer_dereference at line 7
#include <stdio.h>

int main(void) {
    int a[4] = {1, 2, 3, 4}, *end = a + 4;
    printf("%d\n", *end); /* fails */
    return 0;
}

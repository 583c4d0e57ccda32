// because: run
// expect: fails pointer_dereference at line 9
#include <stdint.h>
#include <stdio.h>

int main(void) {
    int x = 6;
    int *p = (int *)(uintptr_t)1234;
    printf("%d\n", *p); /* fails */
    return 0;
}

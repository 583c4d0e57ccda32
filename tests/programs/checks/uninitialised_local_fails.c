// because: run --uninitialized-check
// expect: fails uninitialised_read at line 7
#include <stdio.h>

int main(void) {
    int n;
    printf("%d\n", n > 5); /* fails */
    return 0;
}

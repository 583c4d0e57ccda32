// because: run --memory-leak-check
// expect: fails memory_leak at line 6
#include <stdio.h>
#include <stdlib.h>

int main(void) { /* fails */
    int *p = malloc(4);
    *p = 1;
    printf("%d\n", *p);
    return 0;
}

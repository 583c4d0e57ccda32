// because: run
// expect: fails invalid_free at line 9
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(10);
    p += 3;
    free(p - 2); /* fails */
    printf("freed\n");
    return 0;
}

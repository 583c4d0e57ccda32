// because: run
// expect: same-as-cc
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(10);
    p += 3;
    free(p - 3);
    printf("freed\n");
    return 0;
}

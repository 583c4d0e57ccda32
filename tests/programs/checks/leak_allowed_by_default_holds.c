// because: run
// expect: exit 0
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(4);
    *p = 1;
    printf("%d\n", *p);
    return 0;
}

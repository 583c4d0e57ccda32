// because: run
// expect: fails pointer_dereference at line 9
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(8);
    for (int i = 0; i < 9; i++)
        p[i] = (char)i; /* fails */
    printf("%d\n", p[7]);
    free(p);
    return 0;
}

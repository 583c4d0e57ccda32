// because: run
// expect: same-as-cc
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(8);
    for (int i = 0; i < 8; i++)
        p[i] = (char)i;
    printf("%d\n", p[7]);
    free(p);
    return 0;
}

// because: run
// expect: fails pointer_dereference at line 8
#include <stdio.h>

int main(void) {
    char array[] = "text";
    char *p = "text";
    p[0] = 'T'; /* fails */
    printf("%s\n", p);
    return 0;
}

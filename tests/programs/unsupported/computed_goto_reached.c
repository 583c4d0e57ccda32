// because: run
// expect: fails unsupported at line 8
#include <stdio.h>

int main(void) {
    static void *const targets[] = {&&first, &&second};
    int which = 1;
    goto *targets[which]; /* fails */
first:
    printf("first\n");
second:
    printf("second\n");
    return 0;
}

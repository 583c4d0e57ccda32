// because: run
// expect: fails unsupported at line 7
#include <stdio.h>

int main(void) {
    int which = 1;
    void *target = which ? &&second : &&first; /* fails */
    goto *target;
first:
    printf("first\n");
second:
    printf("second\n");
    return 0;
}

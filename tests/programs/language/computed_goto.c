// because: run
// expect: same-as-cc
#include <stdio.h>

int main(void) {
    int which = 1;
    void *target = which ? &&second : &&first;
    goto *target;
first:
    printf("first\n");
second:
    printf("second\n");
    return 0;
}

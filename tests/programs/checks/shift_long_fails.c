// because: run
// expect: fails undefined_shift at line 7
#include <stdio.h>

int main(void) {
    int distance = 40;
    printf("%d\n", (1 << distance) != 0); /* fails */
    return 0;
}

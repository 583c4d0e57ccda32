// because: run
// expect: fails signed_overflow at line 7
#include <stdio.h>

int main(void) {
    int distance = 31;
    printf("%d\n", 1 << distance); /* fails */
    return 0;
}

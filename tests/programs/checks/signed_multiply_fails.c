// because: run
// expect: fails signed_overflow at line 7
#include <stdio.h>

int main(void) {
    int side = 46341;
    printf("%d\n", side * side); /* fails */
    return 0;
}

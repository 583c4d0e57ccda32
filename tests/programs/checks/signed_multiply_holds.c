// because: run
// expect: same-as-cc
#include <stdio.h>

int main(void) {
    int side = 46340;
    printf("%d\n", side * side);
    return 0;
}

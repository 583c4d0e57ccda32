// because: run
// expect: same-as-cc
#include <stdio.h>

int main(void) {
    int rows = 2, columns = 0;
    char grid[rows][columns + 1];
    printf("%zu\n", sizeof grid);
    return 0;
}

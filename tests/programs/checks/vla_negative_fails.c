// because: run
// expect: fails vla_size at line 7
#include <stdio.h>

int main(void) {
    int rows = 2, columns = -2;
    char grid[rows][columns + 1]; /* fails */
    printf("%zu\n", sizeof grid);
    return 0;
}

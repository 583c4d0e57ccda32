// because: run
// expect: same-as-cc
#include <stdio.h>

static int grid[3][4][2] = {{{1, 2}, {3, 4}}, {{5}}, [2][3] = {8, 9}};

static int sum_plane(int plane[][2], int rows) {
    int sum = 0;
    for (int i = 0; i < rows; i++)
        sum += plane[i][0] * 10 + plane[i][1];
    return sum;
}

int main(void) {
    unsigned total = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            for (int k = 0; k < 2; k++)
                total = total * 3 + (unsigned)grid[i][j][k];
    printf("%u\n", total);
    for (int i = 0; i < 3; i++)
        printf("%d ", sum_plane(grid[i], 4));
    int (*row)[4][2] = grid + 1;
    (*row)[2][1] = 77;
    printf("\n%d %zu %zu %zu\n", grid[1][2][1], sizeof grid, sizeof grid[0], sizeof *row[0]);
    int *flat = &grid[0][0][0];
    printf("%d %td\n", flat[1], &grid[2][3][1] - &grid[2][3][0]);
    return 0;
}

// because: run
// expect: same-as-cc
#include <stdio.h>

static int columns[8], found;

static int safe(int row, int column) {
    for (int r = 0; r < row; r++) {
        int d = columns[r] - column;
        if (d == 0 || d == row - r || d == r - row)
            return 0;
    }
    return 1;
}

static void place(int row, int n) {
    if (row == n) {
        if (found++ == 0)
            for (int r = 0; r < n; r++)
                printf("%d ", columns[r]);
        return;
    }
    for (int c = 0; c < n; c++)
        if (safe(row, c)) {
            columns[row] = c;
            place(row + 1, n);
        }
}

int main(void) {
    place(0, 7);
    printf("\n%d\n", found);
    return 0;
}

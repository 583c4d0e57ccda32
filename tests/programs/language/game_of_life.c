// because: run
// expect: same-as-cc
#include <stdio.h>
#include <string.h>

#define N 8

static void step(const char from[N][N], char to[N][N]) {
    for (int r = 0; r < N; r++)
        for (int c = 0; c < N; c++) {
            int around = 0;
            for (int dr = -1; dr <= 1; dr++)
                for (int dc = -1; dc <= 1; dc++)
                    if (dr || dc)
                        around += from[(r + dr + N) % N][(c + dc + N) % N];
            to[r][c] = around == 3 || (around == 2 && from[r][c]);
        }
}

int main(void) {
    char a[N][N] = {{0, 1}, {0, 0, 1}, {1, 1, 1}}, b[N][N];
    for (int i = 0; i < 8; i++) {
        step(a, b);
        memcpy(a, b, sizeof a);
    }
    for (int r = 0; r < N; r++) {
        for (int c = 0; c < N; c++)
            putchar(a[r][c] ? '#' : '.');
        putchar('\n');
    }
    return 0;
}

// fault: line 37
#include <assert.h>

_Bool nondet_bool(void);
int nondet_int(void);

#define W 3
#define H 3

static int grid[H][W];

enum { WALL = 1, FILLED = 2 };

struct spot {
    int row;
    int column;
};

static struct spot stack[32];
static int top;

static void push(int row, int column)
{
    if (row < 0 || row >= H || column < 0 || column >= W)
        return;
    stack[top].row = row;
    stack[top].column = column;
    top++;
}

static int flood(int row, int column)
{
    int filled = 0;
    push(row, column);
    while (top > 0) {
        struct spot s = stack[--top];
        if (grid[s.row][s.column] == WALL)
            continue;
        grid[s.row][s.column] = FILLED;
        filled++;
        if (filled > H * W)
            return filled;
        push(s.row + 1, s.column);
        push(s.row - 1, s.column);
        push(s.row, s.column + 1);
        push(s.row, s.column - 1);
    }
    return filled;
}

static int count(int what)
{
    int r, c, n = 0;
    for (r = 0; r < H; r++)
        for (c = 0; c < W; c++)
            n += grid[r][c] == what;
    return n;
}

int main(void)
{
    int r, c, walls, filled, row = nondet_int(), column = nondet_int();
    __CPROVER_assume(row >= 0 && row < H && column >= 0 && column < W);
    for (r = 0; r < H; r++)
        for (c = 0; c < W; c++)
            grid[r][c] = nondet_bool() ? WALL : 0;
    walls = count(WALL);
    filled = flood(row, column);
    assert(count(WALL) == walls);
    assert(filled <= H * W - walls);
    assert(filled == count(FILLED));
    return 0;
}

// fault: line 54
#include <assert.h>

int nondet_int(void);

#define SIDE 3
#define EMPTY 0

static int cells[SIDE][SIDE];
static int moves;

static int play(int row, int column, int player)
{
    if (row < 0 || row >= SIDE || column < 0 || column >= SIDE)
        return 0;
    if (cells[row][column] != EMPTY)
        return 0;
    cells[row][column] = player;
    moves++;
    return 1;
}

static int row_of(int row)
{
    int c;
    for (c = 1; c < SIDE; c++)
        if (cells[row][c] != cells[row][0])
            return EMPTY;
    return cells[row][0];
}

static int column_of(int column)
{
    int r;
    for (r = 1; r < SIDE; r++)
        if (cells[r][column] != cells[0][column])
            return EMPTY;
    return cells[0][column];
}

static int diagonal(void)
{
    int i;
    for (i = 1; i < SIDE; i++)
        if (cells[i][i] != cells[0][0])
            return EMPTY;
    return cells[0][0];
}

static int other_diagonal(void)
{
    int i;
    for (i = 1; i < SIDE; i++)
        if (cells[i][SIDE - i] != cells[0][SIDE - 1])
            return EMPTY;
    return cells[0][SIDE - 1];
}

static int winner(void)
{
    int i, found = other_diagonal();
    if (found == EMPTY)
        found = diagonal();
    for (i = 0; i < SIDE && found == EMPTY; i++) {
        found = row_of(i);
        if (found == EMPTY)
            found = column_of(i);
    }
    return found;
}

int main(void)
{
    int turn, player = 1;

    for (turn = 0; turn < 5; turn++) {
        int row = nondet_int(), column = nondet_int();
        __CPROVER_assume(row >= 0 && row < SIDE);
        __CPROVER_assume(column >= 0 && column < SIDE);
        if (!play(row, column, player))
            continue;
        assert(moves <= turn + 1);
        if (cells[0][2] == player && cells[1][1] == player && cells[2][0] == player)
            assert(winner() == player);
        if (moves < 5)
            assert(winner() == EMPTY);
        player = 3 - player;
    }
    return 0;
}

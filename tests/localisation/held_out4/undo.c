// fault: line 42
/* A counter with undo and redo; a new command forgets what could be redone. */
#include <assert.h>
#include <stdbool.h>

int nondet_int(void);

#define DEPTH 6

enum command { ADD, UNDO, REDO };

struct editor {
    int value;
    int history[DEPTH];
    int done;
    int top;
};

static void apply(struct editor *e, int amount)
{
    if (e->done == DEPTH)
        return;
    e->history[e->done++] = amount;
    e->top = e->done;
    e->value += amount;
}

static bool undo(struct editor *e)
{
    if (e->done == 0)
        return false;
    e->done--;
    e->value -= e->history[e->done];
    return true;
}

static bool redo(struct editor *e)
{
    if (e->done == e->top)
        return false;
    e->done++;
    e->value += e->history[e->done];
    return true;
}

static int total(const struct editor *e)
{
    int sum = 0;
    for (int i = 0; i < e->done; i++)
        sum += e->history[i];
    return sum;
}

int main(void)
{
    struct editor e = {0};
    for (int i = 0; i < 5; i++) {
        int command = nondet_int();
        int amount = nondet_int();
        __CPROVER_assume(command >= ADD && command <= REDO);
        __CPROVER_assume(amount >= 1 && amount <= 20);
        switch (command) {
        case ADD:
            apply(&e, amount);
            break;
        case UNDO:
            undo(&e);
            break;
        case REDO:
            redo(&e);
            break;
        }
        assert(e.done <= e.top);
        assert(e.value >= 0);
        if (e.done == 0)
            assert(e.value == 0);
    }
    assert(e.value >= total(&e));
    return 0;
}

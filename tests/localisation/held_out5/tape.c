// fault: line 69
/* A small machine on a tape that subtracts in unary. */
#include <assert.h>

int nondet_int(void);

#define LENGTH 10

enum symbol { BLANK, ONE, MARK };
enum state { SEEK, ERASE_RIGHT, BACK, ERASE_LEFT, STOP };

struct machine {
    enum symbol tape[LENGTH];
    int at;
    enum state state;
    int steps;
};

static void load(struct machine *m, int a, int b)
{
    int i = 0;
    for (int k = 0; k < a; k++)
        m->tape[i++] = ONE;
    m->tape[i++] = MARK;
    for (int k = 0; k < b; k++)
        m->tape[i++] = ONE;
}

static int left_of_mark(const struct machine *m)
{
    int n = 0;
    for (int i = 0; i < LENGTH && m->tape[i] != MARK; i++)
        n += m->tape[i] == ONE;
    return n;
}

static int last_one(const struct machine *m)
{
    for (int i = LENGTH - 1; i >= 0; i--) {
        if (m->tape[i] == MARK)
            return -1;
        if (m->tape[i] == ONE)
            return i;
    }
    return -1;
}

static int first_one(const struct machine *m)
{
    for (int i = 0; i < LENGTH; i++) {
        if (m->tape[i] == MARK)
            return -1;
        if (m->tape[i] == ONE)
            return i;
    }
    return -1;
}

static void run(struct machine *m)
{
    while (m->state != STOP) {
        int right = last_one(m);
        int left = first_one(m);
        m->steps++;
        if (right < 0 || left < 0) {
            m->state = STOP;
        } else {
            m->tape[right] = BLANK;
            m->tape[left] = MARK;
        }
    }
}

int main(void)
{
    struct machine m = {{BLANK}, 0, SEEK, 0};
    int a = nondet_int(), b = nondet_int();
    __CPROVER_assume(a >= 0 && a <= 4 && b >= 0 && b <= 4);
    load(&m, a, b);
    run(&m);
    int rest = left_of_mark(&m);
    assert(rest >= 0);
    if (a > b)
        assert(rest > 0);
    if (b == 0)
        assert(rest == a);
    assert(m.steps <= a + 1);
    return 0;
}

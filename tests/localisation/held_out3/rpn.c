// fault: line 61
#include <assert.h>

char nondet_char(void);

#define DEPTH 8

struct machine {
    int values[DEPTH];
    int top;
    int error;
};

static void push(struct machine *m, int value)
{
    if (m->top == DEPTH) {
        m->error = 1;
        return;
    }
    m->values[m->top++] = value;
}

static int pop(struct machine *m)
{
    if (m->top == 0) {
        m->error = 1;
        return 0;
    }
    return m->values[--m->top];
}

static int is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static int apply(char op, int a, int b)
{
    switch (op) {
    case '+':
        return a + b;
    case '-':
        return a - b;
    case '*':
        return a * b;
    default:
        return 0;
    }
}

static void feed(struct machine *m, char c)
{
    int a, b;
    if (is_digit(c)) {
        push(m, c - '0');
        return;
    }
    if (c == '+' || c == '-' || c == '*') {
        b = pop(m);
        a = pop(m);
        push(m, apply(c, b, a));
    }
}

static int evaluate(const char *text, int *error)
{
    struct machine m = {{0}, 0, 0};
    int i, result;
    for (i = 0; text[i] != '\0'; i++)
        feed(&m, text[i]);
    result = pop(&m);
    if (m.top != 0)
        m.error = 1;
    *error = m.error;
    return result;
}

int main(void)
{
    char text[4];
    int error, result;
    text[0] = nondet_char();
    text[1] = nondet_char();
    text[2] = nondet_char();
    text[3] = '\0';
    __CPROVER_assume(text[0] >= '0' && text[0] <= '9');
    __CPROVER_assume(text[1] >= '0' && text[1] <= '9');
    __CPROVER_assume(text[2] == '+' || text[2] == '-' || text[2] == '*');
    result = evaluate(text, &error);
    assert(!error);
    if (text[2] == '+')
        assert(result >= 0 && result <= 18);
    if (text[2] == '-' && text[0] > text[1])
        assert(result > 0);
    if (text[2] == '*' && text[0] == '0')
        assert(result == 0);
    return 0;
}

// fault: line 50
/* Checks that brackets of two kinds match, with a limit on how deep they nest; the text is chosen. */
#include <assert.h>
#include <stdbool.h>
#include <string.h>

#define LENGTH 5
#define DEEPEST 3

char nondet_char(void);

enum verdict { FINE, CLOSED_TOO_MUCH, WRONG_KIND, TOO_DEEP, LEFT_OPEN };

struct checker {
    char open[DEEPEST];
    int depth;
    int deepest;
    enum verdict verdict;
};

static char partner(char c)
{
    switch (c) {
    case ')':
        return '(';
    case ']':
        return '[';
    default:
        return '\0';
    }
}

static void feed(struct checker *k, char c)
{
    if (k->verdict != FINE)
        return;
    if (c == '(' || c == '[') {
        if (k->depth == DEEPEST) {
            k->verdict = TOO_DEEP;
            return;
        }
        k->open[k->depth++] = c;
        if (k->depth > k->deepest)
            k->deepest = k->depth;
    } else if (partner(c) != '\0') {
        if (k->depth == 0) {
            k->verdict = CLOSED_TOO_MUCH;
            return;
        }
        if (k->open[k->depth - 1] == partner(c))
            return;
        k->verdict = WRONG_KIND;
    }
}

static enum verdict check(const char *text, int *deepest)
{
    struct checker k;
    memset(&k, 0, sizeof k);
    for (int i = 0; text[i] != '\0'; i++)
        feed(&k, text[i]);
    if (k.verdict == FINE && k.depth > 0)
        k.verdict = LEFT_OPEN;
    *deepest = k.deepest;
    return k.verdict;
}

int main(void)
{
    char text[LENGTH + 1];
    int opened = 0, closed = 0, deepest;
    for (int i = 0; i < LENGTH; i++) {
        char c = nondet_char();
        __CPROVER_assume(c == '(' || c == ')' || c == '[' || c == ']' || c == '.');
        text[i] = c;
        if (c == '(' || c == '[')
            opened++;
        if (c == ')' || c == ']')
            closed++;
    }
    text[LENGTH] = '\0';
    enum verdict v = check(text, &deepest);
    assert(deepest <= opened);
    if (opened == 0 && closed == 0)
        assert(v == FINE);
    if (v == LEFT_OPEN)
        assert(opened > closed);
    if (v == FINE)
        assert(opened == closed);
    return 0;
}

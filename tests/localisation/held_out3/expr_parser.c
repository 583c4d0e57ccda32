// fault: line 63
#include <assert.h>

char nondet_char(void);

/* sum = product { '+' product }, product = atom { '*' atom }, atom = digit | '(' sum ')' */
struct parser {
    const char *text;
    int at;
    int bad;
    int depth;
};

static int sum(struct parser *p);

static char peek(const struct parser *p)
{
    return p->text[p->at];
}

static int accept(struct parser *p, char c)
{
    if (peek(p) != c)
        return 0;
    p->at++;
    return 1;
}

static int atom(struct parser *p)
{
    char c = peek(p);
    int value;
    if (c >= '0' && c <= '9') {
        p->at++;
        return c - '0';
    }
    if (accept(p, '(')) {
        p->depth++;
        if (p->depth > 3)
            p->bad = 1;
        value = p->bad ? 0 : sum(p);
        p->depth--;
        if (!accept(p, ')'))
            p->bad = 1;
        return value;
    }
    p->bad = 1;
    return 0;
}

static int product(struct parser *p)
{
    int value = atom(p);
    while (!p->bad && accept(p, '*'))
        value *= atom(p);
    return value;
}

static int sum(struct parser *p)
{
    int value = product(p);
    while (!p->bad && accept(p, '+'))
        value += atom(p);
    return value;
}

static int parse(const char *text, int *ok)
{
    struct parser p = {text, 0, 0, 0};
    int value = sum(&p);
    *ok = !p.bad && peek(&p) == '\0';
    return value;
}

static int digit(char c)
{
    return c >= '0' && c <= '9';
}

int main(void)
{
    char text[6];
    int ok, i, value;
    for (i = 0; i < 5; i++)
        text[i] = nondet_char();
    text[5] = '\0';
    value = parse(text, &ok);
    if (digit(text[0]) && digit(text[2]) && digit(text[4])) {
        if ((text[1] == '+' || text[1] == '*') && (text[3] == '+' || text[3] == '*'))
            assert(ok);
        if (text[1] == '*' && text[3] == '+')
            assert(value == (text[0] - '0') * (text[2] - '0') + (text[4] - '0'));
    }
    if (text[0] == '*' || text[0] == ')')
        assert(!ok);
    return 0;
}

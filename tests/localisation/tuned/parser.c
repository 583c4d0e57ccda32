// fault: line 59
#include <assert.h>

char nondet_char(void);

#define LENGTH 5

static const char *input;
static int error;

static int digit(char c)
{
    return c >= '0' && c <= '9';
}

static int number(void)
{
    int value = 0;
    if (!digit(*input)) {
        error = 1;
        return 0;
    }
    while (digit(*input)) {
        value = value * 10 + (*input - '0');
        input++;
    }
    return value;
}

static int factor(void)
{
    int sign = 1;
    if (*input == '-') {
        sign = -1;
        input++;
    }
    return sign * number();
}

static int term(void)
{
    int value = factor();
    while (!error && *input == '*') {
        input++;
        value = value * factor();
    }
    return value;
}

static int expression(void)
{
    int value = term();
    while (!error && (*input == '+' || *input == '-')) {
        char operator = *input;
        input++;
        if (operator == '+')
            value = value + term();
        else
            value = value - factor();
    }
    return value;
}

static int evaluate(const char *text, int *result)
{
    input = text;
    error = 0;
    *result = expression();
    return !error && *input == '\0';
}

int main(void)
{
    char text[LENGTH + 1];
    int i, result, ok, value[3];
    for (i = 0; i < LENGTH; i++)
        text[i] = nondet_char();
    text[LENGTH] = '\0';
    for (i = 0; i < LENGTH; i += 2) {
        __CPROVER_assume(digit(text[i]));
        value[i / 2] = text[i] - '0';
    }
    for (i = 1; i < LENGTH; i += 2)
        __CPROVER_assume(text[i] == '+' || text[i] == '-' || text[i] == '*');
    ok = evaluate(text, &result);
    assert(ok);
    if (text[1] == '*' && text[3] == '*')
        assert(result == value[0] * value[1] * value[2]);
    if (text[1] == '-' && text[3] == '*')
        assert(result == value[0] - value[1] * value[2]);
    if (text[1] == '+' && text[3] == '-')
        assert(result == value[0] + value[1] - value[2]);
    return 0;
}

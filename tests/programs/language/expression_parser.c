// because: run
// expect: same-as-cc
#include <stdio.h>

static const char *input;

static double expression(void);

static double factor(void) {
    if (*input == '-') {
        input++;
        return -factor();
    }
    if (*input == '(') {
        input++;
        double v = expression();
        input++;
        return v;
    }
    double v = 0;
    while (*input >= '0' && *input <= '9')
        v = v * 10 + (*input++ - '0');
    if (*input == '.') {
        double scale = 0.1;
        for (input++; *input >= '0' && *input <= '9'; input++, scale /= 10)
            v += (*input - '0') * scale;
    }
    return v;
}

static double term(void) {
    double v = factor();
    for (;;)
        switch (*input) {
        case '*':
            input++;
            v *= factor();
            break;
        case '/':
            input++;
            v /= factor();
            break;
        default:
            return v;
        }
}

static double expression(void) {
    double v = term();
    while (*input == '+' || *input == '-')
        if (*input++ == '+')
            v += term();
        else
            v -= term();
    return v;
}

int main(void) {
    static const char *const tests[] = {"1+2*3", "(1+2)*3", "-(4-10)/4", "2*(3+(4-5)*6)-7.25", "100/8/2"};
    for (unsigned i = 0; i < sizeof tests / sizeof *tests; i++) {
        input = tests[i];
        printf("%s = %g\n", tests[i], expression());
    }
    return 0;
}

// fault: left = left - right; => left = right - left;
// fault: while (text[at] == '*' || text[at] == '/' || text[at] == '%') => while (text[at] == '*' || text[at] == '/')
// fault: value = value * 10 + (text[at] - '0'); => value = value * 10 + (text[at] - '0') + 1;
// fault: return -factor(); => return factor();
// fault: if (right == 0) => if (left == 0)
#include <ctype.h>
#include <stdio.h>

#define LONGEST 200

static char text[LONGEST];
static int at;
static int failed;
static int variables[26];

static int sum(void);

static void skip(void) {
    while (text[at] == ' ')
        at++;
}

static int number(void) {
    int value = 0;
    while (isdigit((unsigned char)text[at])) {
        value = value * 10 + (text[at] - '0');
        at++;
    }
    skip();
    return value;
}

static int factor(void) {
    if (text[at] == '-') {
        at++;
        skip();
        return -factor();
    }
    if (text[at] == '(') {
        int inside;
        at++;
        skip();
        inside = sum();
        if (text[at] != ')') {
            failed = 1;
            return 0;
        }
        at++;
        skip();
        return inside;
    }
    if (islower((unsigned char)text[at])) {
        int name = text[at] - 'a';
        at++;
        skip();
        return variables[name];
    }
    if (!isdigit((unsigned char)text[at])) {
        failed = 1;
        return 0;
    }
    return number();
}

static int product(void) {
    int left = factor();
    while (text[at] == '*' || text[at] == '/' || text[at] == '%') {
        char op = text[at++];
        int right;
        skip();
        right = factor();
        if (op == '*') {
            left = left * right;
            left %= 10007;
        } else {
            if (right == 0) {
                failed = 2;
                return 0;
            }
            left = op == '/' ? left / right : left % right;
        }
    }
    return left;
}

static int sum(void) {
    int left = product();
    while (text[at] == '+' || text[at] == '-') {
        char op = text[at++];
        int right;
        skip();
        right = product();
        if (op == '+')
            left = left + right;
        else
            left = left - right;
    }
    return left;
}

int main(void) {
    int line = 0;
    while (fgets(text, LONGEST, stdin)) {
        int target = -1, value;
        line++;
        at = 0;
        failed = 0;
        skip();
        if (islower((unsigned char)text[0]) && text[1] == '=') {
            target = text[0] - 'a';
            at = 2;
            skip();
        }
        value = sum();
        if (failed == 2)
            printf("%d: division by zero\n", line);
        else if (failed || (text[at] != '\n' && text[at] != '\0'))
            printf("%d: error at %d\n", line, at);
        else if (target >= 0)
            variables[target] = value;
        else
            printf("%d: %d\n", line, value);
    }
    return 0;
}

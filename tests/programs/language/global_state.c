// because: run
// expect: same-as-cc
#include <stdio.h>

static int stack[16], *top = stack;
int depth;

static void push(int v) {
    *top++ = v;
    depth++;
}

static int pop(void) {
    depth--;
    return *--top;
}

int main(void) {
    static const char program[] = "34+2*7-";
    for (const char *p = program; *p; p++) {
        if (*p >= '0' && *p <= '9') {
            push(*p - '0');
            continue;
        }
        int b = pop(), a = pop();
        switch (*p) {
        case '+':
            push(a + b);
            break;
        case '-':
            push(a - b);
            break;
        case '*':
            push(a * b);
            break;
        }
    }
    printf("%d ", pop());
    printf("%d\n", depth);
    return 0;
}

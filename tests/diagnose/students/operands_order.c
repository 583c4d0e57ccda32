// because: diagnose operands_order.c --tests operands_order
// fault: line 31
// should be: b = pop(); before a = pop();
#include <stdio.h>
#define SIZE 50

int stack[SIZE];
int top = 0;

void push(int x)
{
    stack[top] = x;
    top++;
}

int pop(void)
{
    top--;
    return stack[top];
}

int main(void)
{
    char op[10];
    int a, b, x;
    while (scanf("%9s", op) == 1) {
        if (op[0] >= '0' && op[0] <= '9') {
            sscanf(op, "%d", &x);
            push(x);
        } else {
            a = pop();
            b = pop();
            if (op[0] == '+')
                push(a + b);
            else if (op[0] == '-')
                push(a - b);
            else if (op[0] == '*')
                push(a * b);
            else
                push(a / b);
        }
    }
    printf("result %d\n", pop());
    return 0;
}

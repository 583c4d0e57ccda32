// because: diagnose wrong_case.c --tests wrong_case
// fault: line 13
// should be: case '-':
#include <stdio.h>
int main(void) {
    int a, b, result;
    char op;
    scanf("%d %c %d", &a, &op, &b);
    switch (op) {
    case '+':
        result = a + b;
        break;
    case '_':
        result = a - b;
        break;
    case '*':
        result = a * b;
        break;
    case '/':
        result = a / b;
        break;
    default:
        printf("unknown operator\n");
        return 0;
    }
    printf("%d\n", result);
    return 0;
}

// because: run
// expect: same-as-cc
#include <stdio.h>

static int opcode(int op, int a, int b) {
    switch (op) {
    case 0: return a + b;
    case 1: return a - b;
    case 2: return a * b;
    case 3: return b ? a / b : 0;
    case 4: return b ? a % b : 0;
    case 5: return a & b;
    case 6: return a | b;
    case 7: return a ^ b;
    case 8: return ~a;
    case 9: return -a;
    case 10: return !a;
    case 11: return a < b;
    case 12: return a > b;
    case 13: return a == b;
    case 14: return a && b;
    case 15: return a || b;
    case 16: return a << (b & 7);
    case 17: return a >> (b & 7);
    case 18: return a ? a : b;
    case 19: return (a, b);
    case 100: return 100;
    case 1000: return 1000;
    case -100: return -100;
    default: return -op;
    }
}

int main(void) {
    unsigned sum = 0;
    for (int op = -101; op < 1002; op++)
        sum = sum * 5 + (unsigned)opcode(op, 13, 6);
    printf("%u %d %d\n", sum, opcode(17, 1000, 3), opcode(1000, 0, 0));
    return 0;
}

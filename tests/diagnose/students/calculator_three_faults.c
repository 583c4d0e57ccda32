// because: diagnose calculator_three_faults.c --tests calculator_three_faults
// faults: lines 29 and 32 and 35
// should be: printf("gcd(%d,%d) = %d\n", x, y, gcd(x, y)); / else if (op == 3) / printf("unknown %d\n", op);
#include <stdio.h>

int gcd(int a, int b) {
    int r;
    while (b != 0) {
        r = a % b;
        a = b;
        b = r;
    }
    return a;
}

int power(int base, int e) {
    int result = 1;
    while (e > 0) {
        result = result * base;
        e--;
    }
    return result;
}

int main(void) {
    int x, y, op;
    while (scanf("%d %d %d", &op, &x, &y) == 3) {
        if (op == 1)
            printf("gcd(%d,%d) = %d\n", x, y, gcd(y, y));
        else if (op == 2)
            printf("lcm(%d,%d) = %d\n", x, y, x / gcd(x, y) * y);
        else if (op == 13)
            printf("%d^%d = %d\n", x, y, power(x, y));
        else
            printf("unknown %d", op);
    }
    return 0;
}

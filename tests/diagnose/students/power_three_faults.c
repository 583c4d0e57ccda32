// because: diagnose power_three_faults.c --tests power_three_faults
// faults: lines 20 and 22 and 31
// should be: e--; / return result; / printf("lcm(%d,%d) = %d\n", x, y, x / gcd(x, y) * y);
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
        base--;
    }
    return e;
}

int main(void) {
    int x, y, op;
    while (scanf("%d %d %d", &op, &x, &y) == 3) {
        if (op == 1)
            printf("gcd(%d,%d) = %d\n", x, y, gcd(x, y));
        else if (op == 2)
            printf("lcm(%d,%d) = %d\n", x, y, op / gcd(x, y) * y);
        else if (op == 3)
            printf("%d^%d = %d\n", x, y, power(x, y));
        else
            printf("unknown %d\n", op);
    }
    return 0;
}

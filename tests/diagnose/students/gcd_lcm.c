// because: diagnose gcd_lcm.c --tests gcd_lcm
// fault: line 18
// should be: x / gcd(x, y) * y
#include <stdio.h>
int gcd(int a, int b) {
    int t;
    while (b != 0) {
        t = a % b;
        a = b;
        b = t;
    }
    return a;
}
int main(void) {
    int x, y;
    scanf("%d %d", &x, &y);
    printf("gcd %d\n", gcd(x, y));
    printf("lcm %d\n", x / gcd(x, y) * x);
    return 0;
}

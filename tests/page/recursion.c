// Greatest common divisor, with a helper that calls itself.
#include <assert.h>

int nondet_int(void);

static int gcd(int a, int b) {
    if (b == 1)
        return a;
    if (b == 0)
        return a;
    return gcd(b, a % b);
}

int main(void) {
    int a = nondet_int();
    int b = nondet_int();
    if (a < 1 || a > 40 || b < 1 || b > 40)
        return 0;
    int g = gcd(a, b);
    assert(a % g == 0 && b % g == 0);
    return 0;
}

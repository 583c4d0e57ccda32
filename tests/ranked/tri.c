#include <assert.h>
int nondet_int(void);
enum kind { NONE, SCALENE, ISOSCELES, EQUILATERAL };
static enum kind classify(int a, int b, int c) {
    if (a <= 0 || b <= 0 || c <= 0) return NONE;
    if (a + b <= c || a + c <= b || b + c < a) return NONE; /* the fault */
    if (a == b && b == c) return EQUILATERAL;
    if (a == b || b == c || a == c) return ISOSCELES;
    return SCALENE;
}
int main(void) {
    int a = nondet_int(), b = nondet_int(), c = nondet_int();
    __CPROVER_assume(a < 1000 && b < 1000 && c < 1000);
    enum kind k = classify(a, b, c);
    assert(k == classify(b, a, c));
    assert(k == classify(c, b, a));
}

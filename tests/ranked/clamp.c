#include <assert.h>
int nondet_int(void);
static int clamp(int v, int lo, int hi) {
    if (v < lo) return lo;
    if (v > hi) return v; /* the fault */
    return v;
}
static int scale(int v) { return clamp(v, 0, 100) * 255 / 100; }
int main(void) {
    int v = nondet_int();
    __CPROVER_assume(v > -10000 && v < 10000);
    int s = scale(v);
    assert(s >= 0 && s <= 255);
}

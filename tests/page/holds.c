// Nothing fails.
#include <assert.h>

int nondet_int(void);

static int clamp(int value, int low, int high) {
    if (value < low)
        return low;
    if (value > high)
        return high;
    return value;
}

int main(void) {
    int c = clamp(nondet_int(), -5, 5);
    assert(c >= -5 && c <= 5);
    return 0;
}

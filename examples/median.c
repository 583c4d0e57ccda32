/* The middle one of three numbers, with a mistake: try
 *   because run examples/median.c --input x=3 --input y=1 --input z=2
 */
#include <assert.h>

#define IS_BETWEEN(value, low, high) ((low) <= (value) && (value) <= (high))

int nondet_int(void);

static int median(int a, int b, int c) {
    if (a < b) {
        if (b < c)
            return b;
        return a < c ? c : a;
    }
    if (a < c)
        return a;
    return b; /* forgets that c may be larger than b */
}

int main(void) {
    int x = nondet_int();
    int y = nondet_int();
    int z = nondet_int();
    int m = median(x, y, z);
    assert(IS_BETWEEN(m, x, y) || IS_BETWEEN(m, y, x));
    assert(IS_BETWEEN(m, y, z) || IS_BETWEEN(m, z, y));
    assert(IS_BETWEEN(m, x, z) || IS_BETWEEN(m, z, x));
    return 0;
}

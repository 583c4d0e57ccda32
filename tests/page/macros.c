// A macro that evaluates its argument twice.
#include <assert.h>

#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define CHECK(value, low, high) assert((value) >= (low) && (value) <= (high))

int nondet_int(void);

static int calls;

static int next(void) {
    calls++;
    return calls * 2;
}

int main(void) {
    int floor = nondet_int();
    if (floor < 0 || floor > 9)
        return 0;
    int most = MAX(next(), floor);
    CHECK(calls, 1, 1);
    CHECK(most, floor, 9);
    return 0;
}

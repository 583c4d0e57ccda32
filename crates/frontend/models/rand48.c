/*
 * The 48-bit linear congruential generators of X/Open: x' = 0x5deece66d x + 0xb modulo 2^48. As in glibc the
 * state starts as zero until it is seeded.
 */
#include "because.h"

#define MASK 0xffffffffffffULL

static unsigned long long state;
static unsigned long long multiplier = 0x5deece66dULL;
static unsigned long long increment = 0xb;

static unsigned long long step(unsigned long long x) {
    return (multiplier * x + increment) & MASK;
}

static unsigned long long load(const unsigned short x[3]) {
    return (unsigned long long)x[2] << 32 | (unsigned long long)x[1] << 16 | x[0];
}

static void store(unsigned short x[3], unsigned long long value) {
    x[0] = (unsigned short)(value & 0xffff);
    x[1] = (unsigned short)(value >> 16 & 0xffff);
    x[2] = (unsigned short)(value >> 32 & 0xffff);
}

static double as_double(unsigned long long x) {
    return (double)x / 281474976710656.0;
}

static long as_signed(unsigned long long x) {
    long long top = (long long)(x >> 16);
    return (long)(top >= 0x80000000LL ? top - 0x100000000LL : top);
}

double drand48(void) {
    state = step(state);
    return as_double(state);
}

long lrand48(void) {
    state = step(state);
    return (long)(state >> 17);
}

long mrand48(void) {
    state = step(state);
    return as_signed(state);
}

double erand48(unsigned short x[3]) {
    unsigned long long next = step(load(x));
    store(x, next);
    return as_double(next);
}

long nrand48(unsigned short x[3]) {
    unsigned long long next = step(load(x));
    store(x, next);
    return (long)(next >> 17);
}

long jrand48(unsigned short x[3]) {
    unsigned long long next = step(load(x));
    store(x, next);
    return as_signed(next);
}

void srand48(long seed) {
    state = ((unsigned long long)seed & 0xffffffffULL) << 16 | 0x330e;
    multiplier = 0x5deece66dULL;
    increment = 0xb;
}

unsigned short *seed48(unsigned short x[3]) {
    static unsigned short old[3];
    store(old, state);
    state = load(x);
    multiplier = 0x5deece66dULL;
    increment = 0xb;
    return old;
}

void lcong48(unsigned short x[7]) {
    state = load(x);
    multiplier = load(x + 3);
    increment = x[6];
}

// because: run
// expect: same-as-cc
#include <stdio.h>

static int calls;
static int array[4] = {10, 20, 30, 40};

static int next(void) {
    return calls++;
}

int main(void) {
    char c = 100;
    c += 50;
    unsigned char uc = 10;
    uc -= 20;
    short s = 300;
    s *= 300;
    printf("%d %d %d\n", c, uc, s);
    int i = 100;
    i /= 7;
    i %= 5;
    i <<= 6;
    i >>= 2;
    i |= 3;
    i &= ~1;
    i ^= 0xff;
    printf("%d\n", i);
    array[next()] += 5;
    array[next()] *= 2;
    printf("%d %d %d\n", array[0], array[1], calls);
    float f = 1;
    f /= 3;
    f *= 3;
    f -= 1;
    printf("%g\n", f);
    unsigned u = 1;
    u += -2;
    int n = 5;
    n += 2.7;
    n *= 1.5f;
    printf("%u %d\n", u, n);
    int *p = array;
    p += 2;
    p -= 1;
    printf("%d\n", *p);
    int a, b, d;
    a = b = d = 7;
    a += b -= d *= 2;
    printf("%d %d %d\n", a, b, d);
    _Bool t = 1;
    t += 1;
    t -= 1;
    printf("%d\n", t);
    return 0;
}

#include <stdio.h>
#include <string.h>
#include <math.h>
static void show(long double x) { unsigned char b[16] = {0}; memcpy(b, &x, 10); for (int i = 9; i >= 0; i--) printf("%02x", b[i]); printf(" %.21Lg\n", x); }
struct s { char c; long double d; } s = { 'x', 2.5L };
static long double twice(long double x) { return x + x; }
int main(void) {
    volatile long double a = 1.0L / 3, b = -7.25L, z = 0; volatile double d = 0.1; volatile float f = 0.1f; volatile long l = -123456789012345678L; volatile unsigned long ul = 18446744073709551615ul;
    show(a); show(b); show(a + b); show(a * b); show(a / b); show(a - b); show(-a); show(d); show(f); show(l); show(ul); show(twice(a)); show(s.d);
    show(1 / z); show(-1 / z); show(z / z); show(sqrtl(2.0L)); show(floorl(b)); show(fmodl(10.5L, 3)); show(1e4000L * 1e900L); show(1e-4940L / 3); show(ldexpl(1, -16400));
    printf("%d %d %ld %lu %g %d\n", a < b, a == a, (long)b, (unsigned long)(a * 1e19L), (double)a, (int)b); s.d *= 3; show(s.d);
    long double t[3] = {1, 2, 3}; int i = 1; t[i] += t[i + 1]; show(t[1]);
    return (int)(t[1] * 2);
}

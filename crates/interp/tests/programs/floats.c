#include <stdio.h>
#include <math.h>
#include <string.h>
static unsigned long bits(double d) { unsigned long u; memcpy(&u, &d, 8); return u; }
static unsigned fbits(float d) { unsigned u; memcpy(&u, &d, 4); return u; }
int main(void) {
    volatile double x = 0.1, y = 3.7, z = -2.5, inf = 1e308, nan; volatile float f = 1.1f, g = 3.3f, h; volatile int i = -5; volatile unsigned u = 4000000000u; volatile long l = 9007199254740993L; volatile unsigned long ul = 18446744073709551615ul;
    inf *= 10; nan = inf - inf;
    printf("%lx %lx %lx %lx %lx\n", bits(x + y), bits(x * y), bits(x / y), bits(x - y), bits(-z));
    printf("%x %x %x %x\n", fbits(f + g), fbits(f * g), fbits(f / g), fbits(f - g)); h = f * g + x; printf("%x\n", fbits(h));
    printf("%lx %lx %f %f\n", bits(inf), bits(nan), inf, nan);
    printf("%d%d%d%d %d%d%d%d\n", x < y, x <= y, x > y, x == x, nan < x, nan == nan, nan != nan, nan >= x);
    printf("%lx %lx %lx %lx %x %x\n", bits(i), bits(u), bits(l), bits(ul), fbits(l), fbits(ul));
    printf("%d %u %ld %lu %d %d\n", (int)y, (unsigned)y, (long)z, (unsigned long)y, (signed char)z, (_Bool)x);
    printf("%lx %lx %lx %lx %lx %lx\n", bits(sqrt(y)), bits(floor(z)), bits(ceil(z)), bits(trunc(z)), bits(round(z)), bits(rint(z)));
    printf("%lx %lx %lx %lx %lx\n", bits(fmod(y, x)), bits(remainder(y, 1.5)), bits(fma(x, y, z)), bits(copysign(x, z)), bits(fabs(z)));
    printf("%lx %lx %d %d %d %d\n", bits(fmin(x, nan)), bits(fmax(z, x)), isnan(nan) != 0, isinf(inf) != 0, signbit(z) != 0, isfinite(x) != 0);
    double s = 0; for (int k = 1; k < 200; k++) { s += 1.0 / k * (k % 3 ? 1 : -1); f = f * 1.01f - (float)k / 7; } printf("%.17g %.9g\n", s, f);
    printf("%lx %lx %lx\n", bits(sin(1.0)), bits(exp(1.5)), bits(pow(2.5, 3.5))); printf("%d %d\n", !x, x && z ? 1 : 2);
    union { double d; unsigned char b[8]; } w; w.d = 1.0; printf("%d %d\n", w.b[7], w.b[6]);
    return (int)(y * 10);
}

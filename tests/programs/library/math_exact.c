// because: run
// expect: same-as-cc
#include <math.h>
#include <stdio.h>

int main(void) {
    double values[] = {0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 2.7, -2.7, 1e15 + 0.5, 1e300};
    for (int i = 0; i < 11; i++) {
        double v = values[i];
        printf("%g %g %g %g %g %g %g\n", floor(v), ceil(v), trunc(v), round(v), rint(v), nearbyint(v), fabs(v));
    }
    printf("%.17g %.17g %.9g\n", sqrt(2.0), sqrt(1e-300), sqrtf(3.0f));
    printf("%g %g %g\n", fmod(7.5, 2), fmod(-7.5, 2), remainder(7.5, 2));
    printf("%g %g %g\n", fmin(1, NAN), fmax(-1, 2), fdim(5, 3));
    printf("%.17g %g\n", fma(0.1, 10, -1), copysign(3, -0.0));
    printf("%ld %ld %lld\n", lrint(2.5), lround(2.5), llround(-2.5));
    int e;
    double whole, m = frexp(48.0, &e), part = modf(-3.75, &whole);
    printf("%g %d %g %g\n", m, e, part, whole);
    printf("%g %g %d %g\n", ldexp(0.75, 4), scalbn(1, -1074), ilogb(1000.0), logb(0.1));
    printf("%a %a\n", nextafter(1, 2), nextafterf(1, 0));
    return 0;
}

// because: run
// expect: same-as-cc
#include <math.h>
#include <stdio.h>

int main(void) {
    /* Six digits: enough to see a wrong function, few enough for every library's last bit. */
    for (double x = 0.25; x < 1; x += 0.25) {
        printf("%.6f %.6f %.6f %.6f %.6f %.6f\n", sin(x), cos(x), tan(x), asin(x), acos(x), atan(x));
        printf("%.6f %.6f %.6f %.6f %.6f %.6f\n", sinh(x), cosh(x), tanh(x), asinh(x), acosh(x + 1), atanh(x));
        printf("%.6f %.6f %.6f %.6f %.6f %.6f\n", exp(x), exp2(x), expm1(x), log(x), log2(x), log10(x));
        printf("%.6f %.6f %.6f %.6f %.6f\n", log1p(x), cbrt(x), erf(x), tgamma(x), lgamma(x));
    }
    printf("%.6f %.6f %.6f\n", pow(2, 0.5), atan2(1, -1), hypot(3, 4));
    printf("%g %g %g\n", pow(2, 10), pow(-2, 3), pow(0, 0));
    printf("%.5f %.5f\n", sinf(1.0f), powf(1.5f, 2.5f));
    printf("%.6Lf %.6Lf\n", expl(1.0L), sqrtl(2.0L));
    return 0;
}

// because: run
// expect: same-as-cc
#include <float.h>
#include <stdio.h>

int main(void) {
    float f = 1.0f / 3;
    double d = 1.0 / 3;
    long double l = 1.0L / 3;
    printf("%.9g %.17g %.21Lg\n", f, d, l);
    printf("%d %d\n", f == d, (float)d == f);
    printf("%.17g %.17g\n", 0.1 + 0.2, 0.1f + 0.2);
    printf("%g %g %g\n", FLT_MAX, DBL_MIN, DBL_EPSILON);
    printf("%a %a %La\n", 0.1f, 0.1, 0.1L);
    double big = 1e308;
    printf("%g %d %d\n", 1e-320, big * 10 > DBL_MAX, 0.0 == -0.0);
    float sum = 0;
    for (int i = 0; i < 1000; i++)
        sum += 0.1f;
    printf("%.9g\n", sum);
    return 0;
}

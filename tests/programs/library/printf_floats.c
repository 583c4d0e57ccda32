// because: run
// expect: same-as-cc
#include <stdio.h>

int main(void) {
    double values[] = {0.0, -0.0, 1.0, -1.5, 0.1, 123456789.0, 1e-5, 1e20, 3.14159265358979, 9.9999995, 1e100, 5e-324};
    for (unsigned i = 0; i < sizeof values / sizeof values[0]; i++) {
        double v = values[i];
        printf("[%f] [%e] [%g] [%a]\n", v, v, v, v);
        printf("[%.0f] [%.2f] [%10.3f] [%-12.1f] [%+.1e] [%G] [%#g] [%#.0f] [%012.3f]\n", v, v, v, v, v, v, v, v, v);
    }
    printf("%.15g %.17g %.20f\n", 0.1, 0.1, 0.1);
    printf("%Lf %Le %Lg\n", 1.5L, 1e-10L, 1e4000L);
    printf("%.0f %.0f %.0f %.0f\n", 0.5, 1.5, 2.5, 3.5);
    printf("%.1f %.2f %.3f\n", 0.25, 0.125, 1.0005);
    printf("%f %F %e %g\n", 1.0 / 0.0 > 0 ? 1e308 * 10 : 0, -1e308 * 10, 1e308 * 10, -1e308 * 10);
    printf("%A %.3a %a\n", 255.5, 1.0 / 3, 0x1p-1074);
    printf("%*.*f|%-*.*e|\n", 10, 2, 3.14159, 12, 1, 31415.9);
    printf("%g %g %g %g\n", 100000.0, 1000000.0, 0.0001, 0.00001);
    return 0;
}

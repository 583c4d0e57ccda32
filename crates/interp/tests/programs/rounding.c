#include <stdio.h>
#include <fenv.h>
#include <math.h>
int main(void) {
    int modes[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
    volatile double a = 1, b = 3, c = -1; volatile float f = 1, g = 3; volatile long l = 9007199254740993L; volatile long double p = 1, q = 3;
    for (int i = 0; i < 4; i++) {
        fesetround(modes[i]);
        printf("%d %.20g %.20g %.10g %.20g %.20Lg %.20g %.20g %.1f\n", fegetround() == modes[i], a / b, c / b, (double)(f / g), (double)l, p / q, rint(2.5), sqrt(2.0 * a), 0.25 * a);
    }
    return 0;
}

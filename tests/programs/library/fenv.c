// because: run
// expect: same-as-cc
#include <fenv.h>
#include <stdio.h>

int main(void) {
    volatile double one = 1, three = 3;
    int modes[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
    for (int i = 0; i < 4; i++) {
        fesetround(modes[i]);
        double a = one / three, b = -one / three;
        int mode = fegetround() == modes[i];
        fesetround(FE_TONEAREST);
        printf("%.20f %.20f %d\n", a, b, mode);
    }
    return 0;
}

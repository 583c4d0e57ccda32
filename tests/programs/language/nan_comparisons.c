// because: run
// expect: same-as-cc
#include <math.h>
#include <stdio.h>

int main(void) {
    double nan = NAN, inf = INFINITY;
    printf("%d %d %d %d %d\n", nan == nan, nan != nan, nan < 1, nan > 1, !(nan >= 1));
    printf("%d %d %d\n", inf > 1e308, -inf < inf, inf == inf);
    printf("%d %d %d\n", nan ? 1 : 0, nan && 1, !nan);
    printf("%d %d %d %d\n", isnan(nan) != 0, isinf(-inf) != 0, isfinite(1.0) != 0, signbit(-0.0) != 0);
    printf("%d %d\n", isless(1.0, nan), isunordered(nan, nan));
    printf("%g %g %g\n", 1 / inf, -1 / inf, inf);
    return 0;
}

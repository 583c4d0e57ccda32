// because: run
// expect: same-as-cc
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    printf("%d %d %d %d %d\n", atoi("123"), atoi("  -45abc"), atoi("abc"), atoi(""), atoi("+7"));
    printf("%ld %lld\n", atol("-9000000000"), atoll("9000000000000"));
    printf("%g %g %g\n", atof("2.5e3"), atof("-.5x"), atof("x"));
    char *end;
    double d = strtod("  3.25e-2rest", &end);
    printf("%.17g %s\n", d, end);
    printf("%.9g %.21Lg\n", strtof("0.1", NULL), strtold("0.1", NULL));
    printf("%a %g\n", strtod("0x1.8p-3", NULL), strtod("-inf", NULL));
    printf("%d\n", strtod("nan", NULL) != strtod("nan", NULL));
    return 0;
}

// because: run
// expect: same-as-cc
#include <stdio.h>

static double root(double x) {
    double guess = x / 2;
    for (int i = 0; i < 60; i++)
        guess = (guess + x / guess) / 2;
    return guess;
}

int main(void) {
    double pi = 0;
    for (int i = 0; i < 1000; i++)
        pi += (i % 2 ? -4.0 : 4.0) / (2 * i + 1);
    printf("%.15f %.15f\n", pi, root(2));
    int steps = 0;
    for (double d = 0; d < 1; d += 0.1)
        steps++;
    printf("%d\n", steps);
    float f = 16777216.0f;
    printf("%.1f %.1f\n", f + 1, f + 2);
    double e = 1, term = 1;
    for (int i = 1; i < 20; i++)
        e += term /= i;
    printf("%.17g\n", e);
    return 0;
}

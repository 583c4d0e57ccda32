// because: run
// expect: same-as-cc
#include <complex.h>
#include <math.h>
#include <stdio.h>

/* Quotients and products of all of these, large and small: what is rounded, and which infinities come out, is the library's. */
static const double parts[] = {0.0, -0.0, 1.0, -1.5, 3.25, 1e308, 1e-308, 5e-324, 2.3e-16, -1e200, INFINITY, NAN, 0.1};

static void show(double part) {
    if (isnan(part))
        printf("nan ");
    else
        printf("%a ", part);
}

int main(void) {
    int count = sizeof parts / sizeof *parts;
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < count; j++) {
            for (int k = 0; k < count; k++) {
                double complex a, b;
                __real__ a = parts[i];
                __imag__ a = parts[j];
                __real__ b = parts[k];
                __imag__ b = parts[(i + j + 3 * k) % count];
                show(creal(a / b));
                show(cimag(a / b));
                show(creal(a * b));
                show(cimag(a * b));
                float complex f = a, g = b;
                show(crealf(f / g));
                show(cimagf(f / g));
                show(crealf(2.5f / g));
                printf("\n");
            }
        }
    }
    return 0;
}

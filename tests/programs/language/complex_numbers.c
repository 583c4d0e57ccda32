// because: run
// expect: same-as-cc
#include <complex.h>
#include <stdio.h>

static double complex start = 1.0 + 2.0 * I;
static float complex table[2] = {1.5f, 2.0f * I};

struct wave {
    char name;
    double complex value;
};

static double complex square(double complex z) {
    return z * z;
}

static void show(const char *what, double complex z) {
    printf("%s %g %g\n", what, creal(z), cimag(z));
}

int main(void) {
    double complex z = 3.0 + 4.0 * I;
    show("start", start);
    show("z", z);
    show("sum", z + start);
    show("difference", z - start);
    show("real minus", 1 - z);
    show("product", square(z));
    show("scaled", 2 * z);
    show("halved", z / 2);
    show("conjugate", conj(z));
    show("negated", -z);
    show("narrow", table[0] + table[1]);
    printf("%d %d %d %d\n", z == conj(conj(z)), z != start, z == 3.0, !z);
    printf("%g\n", cabs(z));
    z += start;
    z *= 2;
    z -= 1.5f;
    show("assigned", z);
    __real__ z = 7;
    __imag__ z = -1;
    show("parts", z);
    struct wave waves[2] = {{'a', 1.0}, {'b', 2.0 * I}};
    waves[1].value *= waves[1].value;
    show("member", waves[1].value);
    int real = z;
    _Bool truth = waves[0].value;
    printf("%d %d %zu %zu\n", real, truth, sizeof(struct wave), sizeof(float complex));
    _Complex int whole = 1 + 2i;
    whole = whole * whole + 1;
    printf("%d %d\n", __real__ whole, __imag__ whole);
    if (z && !(0 * z))
        printf("%s\n", z ? "not zero" : "zero");
    long double complex wide = z;
    printf("%Lg %Lg\n", creall(wide), cimagl(wide));
    show("made", CMPLX(1, -0.0));
    return 0;
}

// because: check
// expect: holds
#include <assert.h>
#include <complex.h>

int main(void) {
    double _Complex z = 1.0 + 2.0i;
    z = z / (1.0 + 1.0i);
    assert(creal(z) == 1.5 && cimag(z) == 0.5);
    z = 2.0 / (0.0 + 1.0i);
    assert(creal(z) == 0.0 && cimag(z) == -2.0);
}

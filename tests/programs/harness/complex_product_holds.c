// because: check
// expect: holds
#include <assert.h>

signed char nondet_char(void);

int main(void) {
    int a = nondet_char(), b = nondet_char();
    __CPROVER_assume(a > -10 && a < 10 && b > -10 && b < 10);
    _Complex int z = 0;
    __real__ z = a;
    __imag__ z = b;
    _Complex int square = z * ~z;
    assert(__imag__ square == 0);
    assert(__real__ square == a * a + b * b);
    _Complex int turned = z * 1i;
    assert(__real__ turned == -b);
    return 0;
}

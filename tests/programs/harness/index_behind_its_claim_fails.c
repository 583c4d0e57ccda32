// because: check
// expect: fails assertion at line 11
#include <assert.h>
unsigned nondet_uint(void);
int main(void) {
    unsigned k = nondet_uint(), a[4] = {1, 2, 3, 4};
    a[k & 7] = 9; /* fails for some, the rest is in the array */
    unsigned sum = 0;
    for (int i = 0; i < 4; i++) sum += a[i];
    assert(sum >= 15);
    assert(sum != 16);
}

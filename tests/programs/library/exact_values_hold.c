// because: check
// expect: holds
#include <assert.h>
#include <math.h>

/* What every library returns without rounding is known at every precision. */
int main(void) {
    assert(expf(0.0f) == 1.0f && expl(0.0L) == 1.0L);
    assert(logf(1.0f) == 0.0f && cosf(0.0f) == 1.0f && sinf(0.0f) == 0.0f);
    assert(powf(2.0f, 3.0f) == 8.0f && powl(-3.0L, 3.0L) == -27.0L);
    assert(erf(0.0) == 0.0 && tgamma(4.0) == 6.0 && lgamma(1.0) == 0.0);
    assert(hypotl(-3.0L, 0.0L) == 3.0L && exp2f(-3.0f) == 0.125f);
}

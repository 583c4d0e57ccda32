// because: check
// expect: fails assertion at line 18
#include <assert.h>
#include <setjmp.h>

int nondet_int(void);
static jmp_buf bad;

static int positive(int n) {
    if (n <= 0)
        longjmp(bad, n);
    return n;
}

int main(void) {
    int n = nondet_int();
    int code = setjmp(bad);
    assert(code != -7); /* fails */
    if (code == 0)
        assert(positive(n) > 0);
    else
        assert(code == 1 || code < 0);
    return 0;
}

// because: check
// expect: fails assertion at line 21
#ifndef NEVER
#define NEVER -7
#endif
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
    assert(code != NEVER); /* fails */
    if (code == 0)
        assert(positive(n) > 0);
    else
        assert(n == 0 ? code == 1 : code == n);
    return 0;
}

// because: check
// expect: fails assertion at line 19
#include <assert.h>
#include <stdlib.h>
#include <string.h>

size_t nondet_size(void);

int main(void) {
    size_t n = nondet_size(), at = nondet_size(), i = nondet_size();
    __CPROVER_assume(n > 8 && n < 5000 && at < n - 8 && i < n);
    unsigned char *a = calloc(n, 1), *b = calloc(n, 1);
    a[i] = 1;
    unsigned char one = a[i];
    memcpy(b + at, a + at, 8);
    memset(a, 2, at);
    if (i == at + 3)
        assert(b[i] == one);
    assert(b[at + 8] == 0 && b[at + 7] == 0);
}

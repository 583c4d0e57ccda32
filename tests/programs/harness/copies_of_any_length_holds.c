// because: check
// expect: holds
#include <stdlib.h>
#include <string.h>
int main(void) {
    unsigned n = nondet_uint();
    __CPROVER_assume(n > 0 && n < 4);
    char *from = malloc(n), to[4] = "xyz";
    memcpy(to, from, n);
    for (unsigned i = 0; i < n; i++)
        assert(to[i] == from[i]);
    assert(to[3] == 0 && (n == 3 || to[2] == 'z'));
}

// because: check
// expect: holds
// A product beyond size_t is refused, one beyond PTRDIFF_MAX as well, and nothing else.
#include <assert.h>
#include <stdlib.h>
size_t nondet_size_t(void);

int main(void)
{
    size_t n = nondet_size_t();
    char *p = calloc(n, 8);
    if (p)
        assert(n < 1UL << 60);
    else
        assert(n >= 1UL << 60);
    return 0;
}

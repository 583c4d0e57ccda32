// because: check
// expect: fails assertion at line 18
// The tail of an object of unknown size becomes inputs.
#include <assert.h>
#include <stdlib.h>
size_t nondet_size_t(void);
struct text { size_t length; unsigned char bytes[]; };

int main(void)
{
    size_t n = nondet_size_t();
    if (n < 4 || n >= 100)
        return 0;
    struct text *text = malloc(sizeof *text + n);
    text->length = n;
    __CPROVER_havoc_slice(text->bytes, n);
    assert(text->length == n);
    assert(text->bytes[n - 2] != 'q');
    return 0;
}

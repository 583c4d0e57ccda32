// because: check
// expect: fails assertion at line 14
// Bytes that nobody wrote, in an object of unknown size: the run that fails is shown with them.
#include <assert.h>
#include <stdlib.h>
size_t nondet_size_t(void);

int main(void)
{
    size_t n = nondet_size_t();
    if (n < 4 || n >= 100)
        return 0;
    unsigned char *bytes = malloc(n);
    assert(bytes[n - 2] != 'q' || bytes[n - 1] != 'x');
    return 0;
}

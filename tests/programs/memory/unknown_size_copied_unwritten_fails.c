// because: check
// expect: fails assertion at line 16
// An int of which nobody wrote anything, read from a copy.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
size_t nondet_size_t(void);

int main(void)
{
    size_t n = nondet_size_t();
    if (n < 4 || n >= 50)
        return 0;
    int *numbers = malloc(n * sizeof *numbers), *copy = malloc(n * sizeof *copy);
    memcpy(copy, numbers, n * sizeof *copy);
    assert(copy[n - 1] != 123456);
    return 0;
}

// because: check
// expect: fails assertion at line 17
#include <assert.h>
#include <stdlib.h>

size_t nondet_size(void);

int main(void) {
    size_t n = nondet_size(), i = nondet_size(), j = nondet_size();
    __CPROVER_assume(n > 0 && n <= 1000 && i < n && j < n);
    int **items = malloc(n * sizeof *items);
    int x = 5, y = 6;
    items[i] = &x;
    items[j] = &y;
    if (*items[i] == 5)
        *items[i] = 7;
    assert(x == 7);
}

// because: check
// expect: holds
// Pointers at unknown places of an object of unknown size: stored, exchanged, moved and followed.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

size_t nondet_size(void);

int main(void) {
    size_t n = nondet_size(), i = nondet_size(), j = nondet_size();
    __CPROVER_assume(n > 0 && n <= 1000 && i < n && j < n && i != j);
    int **items = malloc(n * sizeof *items);
    int x = 5, y = 6;
    items[i] = &x;
    items[j] = &y;
    int *other = items[i];
    items[i] = items[j];
    items[j] = other;
    assert(*items[i] == 6 && *items[j] == 5);
    *items[i] = 9;
    assert(y == 9);
    memmove(items, items + 1, (n - 1) * sizeof *items);
    if (i > 0)
        assert(items[i - 1] == &y);
    for (size_t k = 0; k < sizeof *items; k++)
        ((char *)items)[k] = 0;
    assert(items[0] == NULL);
}

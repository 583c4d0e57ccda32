// because: check
// expect: fails pointer_dereference at line 20
#include <stddef.h>
#include <stdlib.h>

struct text {
    struct text *self;
    size_t size;
    char bytes[];
};

size_t nondet_size(void);

int main(void) {
    size_t n = nondet_size(), i = nondet_size();
    __CPROVER_assume(n < 100000 && i <= n);
    struct text *t = malloc(sizeof *t + n);
    t->self = t;
    t->size = n;
    t->self->bytes[i] = 'x';
}

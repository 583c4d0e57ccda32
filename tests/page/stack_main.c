// Two files: what is pushed last comes out first.
#include <assert.h>

#include "stack.h"

int nondet_int(void);

int main(void) {
    struct stack s = { { 0 }, 0 };
    int n = nondet_int();
    if (n < 1 || n > 6)
        return 0;
    int pushed = 0;
    for (int i = 0; i < n; i++)
        pushed += push(&s, i);
    assert(pop(&s) == pushed - 1);
    return 0;
}

// because: check
// expect: exit 5
// A claim that fails only where a pointer from outside is the address of an object: no input can say that it is, so
// such a run cannot be executed. It does not hold either.
void *nondet_ptr(void);

int main(void) {
    int x = 4;
    int *q = nondet_ptr();
    if (q == &x) *q = 5;
    __CPROVER_assert(x == 4, "not if they are the same");
}

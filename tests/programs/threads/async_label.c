// because: check
// expect: holds
// A statement with a label of a verifier runs beside the others.
int x, done;
int main(void) {
__CPROVER_ASYNC_1: {
    __CPROVER_atomic_begin();
    x++;
    __CPROVER_atomic_end();
    done = 1;
}
    __CPROVER_atomic_begin();
    x++;
    __CPROVER_atomic_end();
    if (done) __CPROVER_assert(x == 2, "both");
    return 0;
}

// because: check
// expect: fails assertion at line 20
// Threads by label.
int x, done1, done2;
void inc(void) {
    int t = x;
    x = t + 1;
}

int main(void) {
    __CPROVER_ASYNC_1: {
        inc();
        done1 = 1;
    }
    __CPROVER_ASYNC_2: {
        inc();
        done2 = 1;
    }
    __CPROVER_assume(done1 && done2);
    __CPROVER_assert(x == 2, "x");
    return 0;
}

// because: check --unwind 6 --unwinding-assertions
// expect: holds
int main(void) {
    int n;
    __CPROVER_assume(n <= 5);
    for (int i = 0; i < n; i++)
        ;
    return 0;
}

// because: check --unwind 5 --unwinding-assertions
// expect: exit 10
int main(void) {
    int n;
    for (int i = 0; i < n; i++)
        ;
    return 0;
}

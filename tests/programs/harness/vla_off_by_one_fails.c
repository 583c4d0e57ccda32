// because: check
// expect: fails array_bounds at line 8
int nondet_int(void);
int main(void) {
    int n = nondet_int();
    __CPROVER_assume(n > 0 && n < 10);
    int a[n];
    for (int i = 0; i <= n; i++) a[i] = i;
    return 0;
}

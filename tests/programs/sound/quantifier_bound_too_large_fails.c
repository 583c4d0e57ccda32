// because: check
// expect: fails array_bounds at line 9
int a[4];

int main(void) {
    int n = nondet_int();
    __CPROVER_assume(0 <= n && n <= 5);
    // With n = 5.
    __CPROVER_assume(__CPROVER_forall { int i; (0 <= i && i < n) ==> a[i] == 0 });
    return 0;
}

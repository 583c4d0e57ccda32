// because: check
// expect: fails array_bounds at line 8
int a[1000];

int main(void) {
    int n = nondet_int();
    // One value that is an input stands for all.
    __CPROVER_assert(__CPROVER_forall { int i; (0 <= i && i <= 1000) ==> a[i] == 0 }, "all are zero");
    return n;
}

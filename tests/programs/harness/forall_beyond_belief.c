// because: check
// expect: fails array_bounds at line 7
int main(void) {
    unsigned n;
    int a[6];
    __CPROVER_assume(n <= 8);
    __CPROVER_assume(__CPROVER_forall { unsigned i; i < n ==> a[i] > 0 });
    __CPROVER_assert(n < 1 || a[0] > 0, "the first one");
}

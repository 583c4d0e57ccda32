// because: check
// expect: holds
int main(void) {
    unsigned n;
    int a[6];
    __CPROVER_assume(n <= 6);
    __CPROVER_assume(__CPROVER_forall { unsigned i; i < n ==> a[i] > 0 });
    __CPROVER_assert(n == 0 || a[n - 1] > 0, "the last one");
    __CPROVER_assert(__CPROVER_forall { unsigned i; i < n ==> a[i] != 0 }, "all of them");
}

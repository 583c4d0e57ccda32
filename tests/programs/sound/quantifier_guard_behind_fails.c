// because: check
// expect: fails array_bounds at line 7
int a[4];

int main(void) {
    // What is behind the access does not keep it from happening.
    __CPROVER_assert(__CPROVER_forall { int i; a[i] == 0 || i < 0 || i >= 4 }, "all are zero");
    return 0;
}

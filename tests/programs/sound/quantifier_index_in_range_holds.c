// because: check
// expect: holds
int a[4], b[4][3];

int main(void) {
    __CPROVER_assert(__CPROVER_forall { int i; (0 <= i && i < 4) ==> a[i] == 0 }, "all are zero");
    __CPROVER_assert(__CPROVER_exists { unsigned i; i < 4 && a[i] == 0 }, "one is zero");
    __CPROVER_assert(__CPROVER_forall { int i; i < 0 || i >= 4 ||
        __CPROVER_exists { int j; 0 <= j && j < 3 && b[i][j] == 0 } }, "in each row");
    return 0;
}

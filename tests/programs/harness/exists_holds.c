// because: check
// expect: holds
int main(void) {
    int a[5] = {1, 2, 3, 4, 5}, found = 0;
    if (__CPROVER_exists { int i; 0 <= i && i < 5 && a[i] == 4 })
        found = 1;
    assert(found);
    assert(!__CPROVER_exists { int i; 0 <= i && i < 5 && a[i] == 6 });
    assert(__CPROVER_forall { int i; (0 <= i && i < 5) ==> __CPROVER_exists { int j; i <= j && j < 5 && a[j] > i } });
}

// because: check
// expect: fails assertion at line 6
int main(void) {
    int a[5] = {1, 2, 3, -4, 5};
    __CPROVER_assert(__CPROVER_forall { int i; (0 <= i && i < 3) ==> a[i] > 0 }, "the first three");
    __CPROVER_assert(__CPROVER_forall { int i; (0 <= i && i < 5) ==> a[i] > 0 }, "all"); /* fails */
}

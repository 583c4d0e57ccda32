// because: check
// expect: holds
int main(void) {
    int a[10], b[10];
    b[3] = 9;
    __CPROVER_array_copy(a, b);
    __CPROVER_assert(a[3] == 9, "copied");
    __CPROVER_assert(__CPROVER_array_equal(a, b), "equal");
    b[9] = a[9] ^ 1;
    __CPROVER_assert(!__CPROVER_array_equal(a, b), "no longer equal");
}

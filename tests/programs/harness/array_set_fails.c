// because: check
// expect: fails assertion at line 9
int main(void) {
    int a[10];
    unsigned i;
    __CPROVER_array_set(a, 1);
    a[4] = 0;
    __CPROVER_assume(i < 10);
    __CPROVER_assert(a[i] == 1, "all of them"); /* fails */
}

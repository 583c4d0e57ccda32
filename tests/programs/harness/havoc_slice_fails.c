// because: check
// expect: fails assertion at line 7
int main(void) {
    int a[4] = {1, 2, 3, 4};
    __CPROVER_havoc_slice(&a[1], 2 * sizeof a[1]);
    __CPROVER_assert(a[0] == 1 && a[3] == 4, "outside");
    __CPROVER_assert(a[2] == 3, "inside"); /* fails */
}

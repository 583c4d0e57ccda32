// because: check
// expect: fails assertion at line 6
int main(void) {
    int a[3] = {1, 2, 3};
    __CPROVER_havoc_object(&a[2]);
    __CPROVER_assert(a[1] == 2, "the whole object"); /* fails */
}

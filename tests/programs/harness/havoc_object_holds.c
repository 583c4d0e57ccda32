// because: check
// expect: holds
int main(void) {
    int a[3] = {1, 2, 3}, b = 4;
    __CPROVER_havoc_object(a);
    __CPROVER_assert(b == 4, "another object");
    a[1] = 1;
    __CPROVER_assert(a[1] == 1, "written since");
}

// because: check
// expect: exit 5
// Whether it is the address of this object depends on where objects lie.
int main(void) {
    int *p;
    int x = 1;
    if (p == &x)
        x = 2;
    __CPROVER_assert(x == 1, "not the same");
    return 0;
}

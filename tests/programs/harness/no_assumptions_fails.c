// because: check --no-assumptions
// expect: fails assertion at line 6
int main(void) {
    int x;
    __CPROVER_assume(x > 3);
    __CPROVER_assert(x > 3, "not assumed");
    return 0;
}

// because: check
// expect: exit 6
int main(void) {
    int x;
    __CPROVER_assert(__CPROVER_something_new(x), "nobody knows");
}

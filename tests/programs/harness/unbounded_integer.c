// because: check
// expect: exit 6
int main(void) {
    __CPROVER_integer x = 5;
    assert(x + 1 == 6);
}

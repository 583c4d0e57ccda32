// because: check
// expect: exit 6
int main(void) {
    int x = nondet_int();
    assert(__CPROVER_exists { int i; i > x });
}

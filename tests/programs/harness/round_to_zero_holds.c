// because: check --round-to-zero
// expect: holds
int main(void) {
    float x = nondet_float();
    __CPROVER_assume(x == -2.0f);
    assert(x / 3 == -0x1.555554p-1f);
}

// because: check
// expect: holds
int main(void) {
    int a = nondet_int();
    unsigned u = nondet_uint();
    __CPROVER_assume(a < 100 && a > -100);
    assert(!__CPROVER_overflow_plus(a, 1) && !__CPROVER_overflow_minus(a, 5));
    assert(__CPROVER_overflow_plus(u, 1u) == (u == 0xffffffff));
    assert(__CPROVER_overflow_mult(a, 2000000000) == (a > 1 || a < -1));
    assert(!__CPROVER_overflow_unary_minus(a));
}

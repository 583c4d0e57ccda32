// because: check
// expect: holds
int main(void) {
    float f;
    double d;
    __CPROVER_assume(!__CPROVER_isnanf(f) && !__CPROVER_isnand(d));
    assert(__CPROVER_fabsf(f) >= 0 && __CPROVER_fabs(d) >= 0);
    assert(__CPROVER_isinff(f) || __CPROVER_isfinitef(f));
    assert(__CPROVER_signd(-0.0) && __CPROVER_isnormald(1.0) && !__CPROVER_isinfld(1.0L));
}

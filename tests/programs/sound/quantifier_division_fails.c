// because: check
// expect: fails division_by_zero at line 6
int main(void) {
    int z = nondet_int();
    // Evaluated although it does not matter.
    __CPROVER_assert(__CPROVER_forall { int i; (0 <= i && i < 4) ==> (8 / z > i || 1) }, "always");
    return 0;
}

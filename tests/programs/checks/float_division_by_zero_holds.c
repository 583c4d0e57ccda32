// because: check --float-div-by-zero-check
// expect: holds
double nondet_double(void);

int main(void) {
    double d = nondet_double();
    __CPROVER_assume(d > 1e-300 || d < -1e-300);
    double inverse = 1 / d;
    return inverse > 0;
}

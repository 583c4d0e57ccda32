// because: check --float-div-by-zero-check
// expect: fails float_division_by_zero at line 7
double nondet_double(void);

int main(void) {
    double d = nondet_double();
    double inverse = 1 / d; /* fails */
    return inverse > 0;
}

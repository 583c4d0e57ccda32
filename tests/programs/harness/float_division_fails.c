// because: check --float-div-by-zero-check
// expect: fails float_division_by_zero at line 7
int main(void) {
    float a, b;
    __CPROVER_assume(a > 1);
    float fine = b / a;
    float bad = a / b;
    return fine > bad;
}

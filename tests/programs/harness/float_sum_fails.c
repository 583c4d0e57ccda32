// because: check
// expect: fails error_call at line 9
extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int main(void) {
    float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
    __VERIFIER_assume(x > 0 && x < 100 && y > 0 && y < 100);
    if ((x + y) - y != x) reach_error();
}

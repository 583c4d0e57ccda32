// because: check
// expect: fails error_call at line 8
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error(); /* fails */
    }
}
int main(void) {
    int n = __VERIFIER_nondet_int(), i = 0;
    if (n < 0 || n > 9)
        return 0;
    while (i < n)
        i += 2;
    __VERIFIER_assert(i == n);
}
